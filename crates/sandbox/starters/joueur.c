@ABOUT@

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGUEUR = 65536, COUPS = 512 };

static const char *choisir(const char *position, char *coups[], int nombre)
{
    (void)position;
    /* @EDIT@ */
    return coups[rand() % nombre];
}

static int lire_coups(char *texte, char *coups[])
{
    int nombre = 0;
    char *mot = strtok(texte, " ");
    while (mot != NULL && nombre < COUPS) {
        coups[nombre++] = mot;
        mot = strtok(NULL, " ");
    }
    return nombre;
}

int main(void)
{
    static char ligne[LONGUEUR], position[LONGUEUR], permis[LONGUEUR];
    char *coups[COUPS];
    int nombre = 0;
    while (fgets(ligne, sizeof ligne, stdin) != NULL) {
        ligne[strcspn(ligne, "\r\n")] = '\0';
        if (strncmp(ligne, "game ", 5) == 0) {
            const char *graine = strstr(ligne, "seed=");
            srand(graine != NULL ? (unsigned)strtoul(graine + 5, NULL, 10) : 1);
        } else if (strncmp(ligne, "position ", 9) == 0) {
            strcpy(position, ligne + 9);
        } else if (strncmp(ligne, "moves ", 6) == 0) {
            strcpy(permis, ligne + 6);
            nombre = lire_coups(permis, coups);
        } else if (strncmp(ligne, "play", 4) == 0 && nombre > 0) {
            puts(choisir(position, coups, nombre));
            fflush(stdout);
        }
    }
    return 0;
}
