/* Reads everything about the machine twice. In between it holds memory, runs children and computes, by
   which another game could tell it something. */
#include "test_program.h"
#include <dirent.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

static char seen[2][1 << 22];

static size_t read_file(const char *path, char *into, size_t most)
{
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0)
        return 0;
    ssize_t length = read(file, into, most);
    close(file);
    return length > 0 ? length : 0;
}

static size_t read_folder(const char *path, char *into, size_t most)
{
    size_t length = 0;
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char file[600];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (entry->d_type == DT_REG && !strstr(file, "kmsg") && !strstr(file, "kcore"))
            length += read_file(file, into + length, most - length < 8192 ? 0 : 8192);
    }
    if (folder)
        closedir(folder);
    return length;
}

static size_t look(char *into)
{
    static const char *folders[] = {"/proc", "/proc/pressure", "/proc/sys/fs", "/proc/sys/kernel", "/sys/kernel/mm"};
    struct sysinfo info = {0};
    sysinfo(&info);
    memcpy(into, &info, sizeof info);
    size_t length = sizeof info;
    for (int n = 0; n < 5; n++)
        length += read_folder(folders[n], into + length, sizeof seen[0] - length);
    return length;
}

int main(void)
{
    read_line();
    size_t before = look(seen[0]);
    char *much = malloc(64 << 20);
    memset(much, 1, 64 << 20);
    for (int child = 0; child < 5; child++) {
        if (fork() == 0)
            exit(0);
        wait(0);
    }
    sleep(1);
    size_t after = look(seen[1]);
    report(before != after || memcmp(seen[0], seen[1], before));
}
