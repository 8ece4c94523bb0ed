/* read_all TREE [THREADS [FOLDER...]]: the floor under any miner that reads a CodeNet tree. Opens
 * every source in the folders of these names (Python), reads it to its end, closes it, and does
 * nothing else. The threads take the problem folders from one counter. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct reading {
    int data; /* the folder data/ */
    struct dirent **problems;
    int n_problems;
    char **folders; /* as in CodeNet; ends with NULL */
    atomic_int next;
    atomic_ullong n_files;
    atomic_ullong n_bytes;
};

static void read_folder(struct reading *reading, const char *problem, const char *name)
{
    static _Thread_local char buffer[1 << 20];
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", problem, name);
    int folder = openat(reading->data, path, O_RDONLY | O_DIRECTORY);
    DIR *dir = folder < 0 ? NULL : fdopendir(folder);
    if (!dir)
        return;
    unsigned long long n_files = 0, n_bytes = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        int fd = entry->d_name[0] == 's' ? openat(folder, entry->d_name, O_RDONLY) : -1;
        if (fd < 0)
            continue;
        for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;)
            n_bytes += (unsigned long long)n;
        close(fd);
        n_files++;
    }
    closedir(dir);
    reading->n_files += n_files;
    reading->n_bytes += n_bytes;
}

static void *thread_main(void *argument)
{
    struct reading *reading = argument;
    for (int i; (i = reading->next++) < reading->n_problems;)
        for (char **folder = reading->folders; *folder; folder++)
            read_folder(reading, reading->problems[i]->d_name, *folder);
    return NULL;
}

static int is_problem(const struct dirent *entry)
{
    return entry->d_name[0] == 'p';
}

int main(int argc, char **argv)
{
    enum { MAX_THREADS = 256 };
    static char python[] = "Python", *default_folders[] = {python, NULL};
    struct reading reading = {.data = -1, .folders = argc > 3 ? argv + 3 : default_folders};
    char path[PATH_MAX];
    int n_threads = argc > 2 ? atoi(argv[2]) : 1, n_started = 0;
    pthread_t threads[MAX_THREADS];
    if (argc < 2 || n_threads < 1 || n_threads > MAX_THREADS) {
        fputs("usage: read_all TREE [THREADS [FOLDER...]]\n", stderr);
        return 2;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    snprintf(path, sizeof path, "%s/data", argv[1]);
    reading.data = open(path, O_RDONLY | O_DIRECTORY);
    reading.n_problems = scandir(path, &reading.problems, is_problem, alphasort);
    if (reading.data < 0 || reading.n_problems < 0) {
        perror(path);
        return 1;
    }
    while (n_started < n_threads &&
           pthread_create(&threads[n_started], NULL, thread_main, &reading) == 0)
        n_started++;
    for (int i = 0; i < n_started; i++)
        pthread_join(threads[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("files %llu\nbytes %llu\nseconds %.3f\n", (unsigned long long)reading.n_files,
           (unsigned long long)reading.n_bytes,
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    for (int i = 0; i < reading.n_problems; i++)
        free(reading.problems[i]);
    free(reading.problems);
    close(reading.data);
    return n_started == 0;
}
