# Les parties dessinées dans un terminal.
terminal-too-small = Agrandissez la fenêtre : il faut au moins 40 colonnes et 10 lignes.
terminal-your-turn = À vous :
terminal-turn = À { $name } :
terminal-thinking = L'adversaire réfléchit…
terminal-watching = Vous regardez la partie.
terminal-computing = Calcul des valeurs…
terminal-move = coup { $number }
terminal-hint = Conseil : { $mv } ({ $worth })
terminal-value = { $sign } { $mv } : { $worth } ({ $badge })
terminal-plain-move = { $mv } : { $words }
terminal-plain-value = { $mv } ({ $words }) : { $worth }
terminal-no-values = Pas de conseil ici : il n'y en a que si une seule personne joue, sans pendule.
terminal-nothing-to-undo = Il n'y a rien à reprendre.
terminal-resign-sure = Abandonner la partie ? o : oui, autre touche : non
terminal-quit-sure = Quitter ? La partie est gardée. o ou Entrée : oui, autre touche : non
terminal-curtain = Passez l'écran à { $name }, qui tape Entrée.
terminal-curtain-plain = Passez l'écran à { $name }, qui écrit ok :
terminal-keys = ←→ choisir  Entrée jouer  ? aide  h conseil  v valeurs  u reprendre  q quitter
terminal-keys-short = ←→ Entrée  ? aide  h v u r  q quitter
terminal-keys-over = n autre partie  u reprendre  q quitter
terminal-keys-watching = ? aide  q quitter
terminal-keys-help = ↑↓ faire défiler, autre touche : fermer
terminal-help =
    ← → ou Tab : choisir un coup ; ↑ ↓ : un autre tas, un autre domino
    Entrée : jouer le coup choisi
    un coup s'écrit aussi : 4, 61, 1101… puis Entrée
    h : conseil ; v : valeurs de tous les coups
    u : reprendre son dernier coup
    r : abandonner ; q : quitter, la partie est gardée
    Ctrl-Z : suspendre ; Ctrl-C : quitter tout de suite
    Le coup choisi est en couleur ou en inverse, les coups permis sont soulignés, le dernier coup est entre crochets.
terminal-choose = Qui joue ?
terminal-choose-game = Jeu
terminal-choose-first = Joueur 1
terminal-choose-second = Joueur 2
terminal-choose-keys = ↑↓ ligne  ←→ changer  Entrée jouer  Échap quitter
terminal-person = Vous
terminal-person-number = Joueur { $number }
terminal-plain-choice = { $number } : { $text }
terminal-plain-player = { $name } ({ $words })
terminal-plain-choose = { $what }, numéro de 1 à { $count }, ou q pour quitter :{" "}
terminal-plain-ask = { $name }, votre coup (? pour l'aide) :{" "}
terminal-plain-help =
    Écrivez un coup, ou l'une de ces lettres :
    b : le plateau ; m : les coups permis
    h : un conseil ; v : les valeurs de tous les coups
    u : reprendre son dernier coup ; r : abandonner ; q : quitter, la partie est gardée
