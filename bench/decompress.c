/* decompress ARCHIVE: the floor under any miner that reads an archive. Decompresses it with
 * libarchive, whatever the filter, and counts the bytes; the tar inside is not looked at. */
#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    enum { BLOCK = 1 << 18 };
    static char buffer[BLOCK];
    struct archive_entry *entry;
    unsigned long long n_bytes = 0;
    if (argc != 2) {
        fputs("usage: decompress ARCHIVE\n", stderr);
        return 2;
    }
    struct archive *archive = archive_read_new();
    archive_read_support_filter_all(archive);
    archive_read_support_format_raw(archive);
    la_ssize_t n = ARCHIVE_FATAL;
    if (archive_read_open_filename(archive, argv[1], BLOCK) == ARCHIVE_OK &&
        archive_read_next_header(archive, &entry) == ARCHIVE_OK)
        while ((n = archive_read_data(archive, buffer, sizeof buffer)) > 0)
            n_bytes += (unsigned long long)n;
    if (n < 0)
        fprintf(stderr, "decompress: %s\n", archive_error_string(archive));
    else
        printf("bytes %llu\n", n_bytes);
    archive_read_free(archive);
    return n < 0;
}
