#include "tests/support/archives.h"

#include "tests/support/run.h"
#include "tests/support/test.h"

#include <sys/stat.h>
#include <zlib.h>

/* ---- Tar ---- */

const struct compressor compressors[N_COMPRESSORS] = {
    {"cat", ""}, {"gzip", ".gz"}, {"bzip2", ".bz2"}, {"xz", ".xz"}, {"zstd", ".zst"},
};

/* Of a ustar header: the places of its fields. */
enum {
    AT_PATH = 0,
    AT_MODE = 100,
    AT_OWNER = 108,
    AT_GROUP = 116,
    AT_SIZE = 124,
    AT_TIME = 136,
    AT_CHECKSUM = 148,
    AT_TYPE = 156,
    AT_LINK = 157,
    AT_MAGIC = 257,
    AT_PREFIX = 345,
    PATH_BYTES = 100,
    PREFIX_BYTES = 155,
};

static void put_octal(char *field, size_t n_digits, uint64_t number)
{
    for (size_t i = n_digits; i-- > 0; number /= 8)
        field[i] = (char)('0' + number % 8);
}

static void put_size(char *field, uint64_t size)
{
    if (size < (uint64_t)1 << 33) {
        put_octal(field, 11, size);
        return;
    }
    field[0] = (char)0x80; /* base 256 */
    for (size_t i = 11; i > 3; i--, size >>= 8)
        field[i] = (char)(size & 0xff);
}

static void put_path(char *header, const char *path)
{
    size_t length = strlen(path);
    if (length <= PATH_BYTES) {
        memcpy(header + AT_PATH, path, length);
        return;
    }
    const char *slash = strchr(path + length - PATH_BYTES - 1, '/');
    if (!slash || slash - path > PREFIX_BYTES)
        fail_msg("no place for the path '%s' in a header", path);
    memcpy(header + AT_PREFIX, path, (size_t)(slash - path));
    memcpy(header + AT_PATH, slash + 1, strlen(slash + 1));
}

void tarball_add_header(struct str *tar, char type, const char *path, const char *link,
                        uint64_t size)
{
    char header[TAR_BLOCK] = {0};
    unsigned sum = 0;
    put_path(header, path);
    put_octal(header + AT_MODE, 7, 0644);
    put_octal(header + AT_OWNER, 7, 0);
    put_octal(header + AT_GROUP, 7, 0);
    put_size(header + AT_SIZE, size);
    put_octal(header + AT_TIME, 11, 0);
    header[AT_TYPE] = type;
    if (link)
        memcpy(header + AT_LINK, link, strlen(link));
    memcpy(header + AT_MAGIC,
           "ustar\0"
           "00",
           8);
    memset(header + AT_CHECKSUM, ' ', 8);
    for (size_t i = 0; i < TAR_BLOCK; i++)
        sum += (unsigned char)header[i];
    put_octal(header + AT_CHECKSUM, 6, sum);
    header[AT_CHECKSUM + 6] = '\0';
    str_add(tar, header, TAR_BLOCK);
}

void tarball_add_content(struct str *tar, const char *bytes, size_t length)
{
    static const char zeros[TAR_BLOCK];
    str_add(tar, bytes, length);
    str_add(tar, zeros, (TAR_BLOCK - length % TAR_BLOCK) % TAR_BLOCK);
}

void tarball_add_file(struct str *tar, const char *path, const char *bytes, size_t length)
{
    tarball_add_header(tar, TAR_FILE, path, NULL, length);
    tarball_add_content(tar, bytes, length);
}

void tarball_add_text(struct str *tar, const char *path, const char *text)
{
    tarball_add_file(tar, path, text, strlen(text));
}

void tarball_add_other(struct str *tar, char type, const char *path)
{
    tarball_add_header(tar, type, path, NULL, 0);
}

void tarball_add_link(struct str *tar, char type, const char *path, const char *link)
{
    tarball_add_header(tar, type, path, link, 0);
}

void tarball_add_pax(struct str *tar, const char *keyword, const char *value)
{
    size_t rest = strlen(keyword) + strlen(value) + 3, length = rest;
    char digits[24];
    do /* the length counts its own digits */
        length = rest + (size_t)snprintf(digits, sizeof digits, "%zu", length);
    while (length != rest + (size_t)snprintf(digits, sizeof digits, "%zu", length));
    scoped(str) record = str_of("%zu %s=%s\n", length, keyword, value);
    tarball_add_header(tar, 'x', "PaxHeaders/next", NULL, record.length);
    tarball_add_content(tar, str_text(&record), record.length);
}

void tarball_add_long_path(struct str *tar, const char *path)
{
    tarball_add_header(tar, 'L', "././@LongLink", NULL, strlen(path) + 1);
    tarball_add_content(tar, path, strlen(path) + 1);
}

void tarball_end(struct str *tar)
{
    static const char zeros[2 * TAR_BLOCK];
    str_add(tar, zeros, sizeof zeros);
}

const char *tarball_save(const struct str *tar, const char *name)
{
    const char *path = scratch_path(name);
    write_test_file(path, str_text(tar), tar->length);
    return path;
}

const char *tarball_compress(const char *path, const struct compressor *compressor)
{
    static bool is_missing[N_COMPRESSORS];
    scoped(str) output = {0};
    const char *result = NULL;
    if (is_missing[compressor - compressors] ||
        !has_program(compressor->command, "compressed archives")) {
        is_missing[compressor - compressors] = true; /* said once */
    } else if (!*compressor->extension) {
        result = path;
    } else {
        const char *folder = scratch_path("");
        size_t n_folder = strlen(folder);
        assert_memory_equal(path, folder, n_folder);
        str_set(&output, "%s%s", path + n_folder, compressor->extension);
        result = scratch_path(str_text(&output));
        run_valid(&output, "%s -c < '%s' > '%s'", compressor->command, path, result);
    }
    return result;
}

/* ---- Zip ---- */

enum { MADE_BY_UNIX = 3 << 8 | 45, VERSION = 45, ENCRYPTED = 1, UTF8 = 1 << 11, DEFLATED = 8 };

static void add_number(struct str *out, uint64_t number, int n_bytes)
{
    for (; n_bytes--; number >>= 8)
        str_add(out, &(char){(char)(number & 0xff)}, 1);
}

static void add_deflated(struct str *out, const char *bytes, size_t length)
{
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)bytes, .avail_in = (unsigned)length};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY), Z_OK);
    uLong room = deflateBound(&stream, (uLong)length);
    stream.next_out = (unsigned char *)str_reserve(out, room);
    stream.avail_out = (unsigned)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    str_extend(out, room - stream.avail_out);
    deflateEnd(&stream);
}

/* The fields that the header of a member and its entry in the directory share. */
static void add_fields(struct str *out, const struct zip_member *how, uint32_t crc, uint64_t packed,
                       uint64_t length, size_t n_path, size_t n_extra)
{
    add_number(out, VERSION, 2);
    add_number(out, UTF8 | (how->is_encrypted ? ENCRYPTED : 0), 2);
    add_number(out, how->is_deflated ? DEFLATED : 0, 2);
    add_number(out, 0x21 << 16, 4); /* 1980-01-01 */
    add_number(out, crc ^ how->crc_error, 4);
    add_number(out, n_extra ? UINT32_MAX : packed + how->more_size, 4);
    add_number(out, n_extra ? UINT32_MAX : length + how->more_size, 4);
    add_number(out, n_path, 2);
    add_number(out, n_extra, 2);
}

static void add_entry(struct zipball *zip, const char *path, const struct zip_member *how,
                      uint32_t crc, size_t packed, size_t length, size_t start)
{
    struct str *out = &zip->directory;
    size_t n_extra = how->is_zip64 ? 20 : 0;
    str_add(out, "PK\1\2", 4);
    add_number(out, MADE_BY_UNIX, 2);
    add_fields(out, how, crc, packed, length, strlen(path), n_extra);
    add_number(out, 0, 2 + 2 + 2);
    add_number(out, (uint64_t)(how->mode ? how->mode : S_IFREG | 0644) << 16, 4);
    add_number(out, start, 4);
    str_add_text(out, path);
    if (n_extra) {
        add_number(out, 1, 2);
        add_number(out, n_extra - 4, 2);
        add_number(out, length, 8);
        add_number(out, packed, 8);
    }
    zip->n_members++;
}

static uint32_t checksum(const char *bytes, size_t length)
{
    return (uint32_t)crc32(0, (const unsigned char *)bytes, (unsigned)length);
}

void zipball_add(struct zipball *zip, const char *path, const char *bytes, size_t length,
                 const struct zip_member *how)
{
    static const struct zip_member usual;
    scoped(str) content = {0};
    uint32_t crc = checksum(bytes, length);
    how = how ? how : &usual;
    const char *local = how->local_path ? how->local_path : path;
    size_t n_header = 30 + strlen(local);
    size_t start = zip->bytes.length + how->n_around * n_header;
    how->is_deflated ? add_deflated(&content, bytes, length) : str_add(&content, bytes, length);
    for (size_t i = 0; i <= how->n_around; i++, start -= n_header) {
        scoped(str) member = {0};
        size_t n_packed = content.length;
        str_add(&member, "PK\3\4", 4);
        add_fields(&member, how, crc, n_packed, length, strlen(local), 0);
        str_add_text(&member, local);
        str_add(&member, str_text(&content), n_packed);
        add_entry(zip, path, how, crc, n_packed, length, start);
        str_clear(&content);
        str_add(&content, member.text, member.length);
        crc = checksum(content.text, length = content.length);
    }
    str_add(&zip->bytes, content.text, content.length);
}

void zipball_add_text(struct zipball *zip, const char *path, const char *text)
{
    zipball_add(zip, path, text, strlen(text), NULL);
}

const char *zipball_save(struct zipball *zip, const char *name)
{
    const char *path = scratch_path(name);
    size_t start = zip->bytes.length;
    str_add(&zip->bytes, str_text(&zip->directory), zip->directory.length);
    str_add(&zip->bytes, "PK\5\6", 4);
    add_number(&zip->bytes, 0, 4);
    add_number(&zip->bytes, zip->n_members, 2);
    add_number(&zip->bytes, zip->n_members, 2);
    add_number(&zip->bytes, zip->directory.length, 4);
    add_number(&zip->bytes, start, 4);
    add_number(&zip->bytes, 0, 2);
    write_test_file(path, str_text(&zip->bytes), zip->bytes.length);
    zipball_release(zip);
    return path;
}

void zipball_release(struct zipball *zip)
{
    str_release(&zip->bytes);
    str_release(&zip->directory);
    *zip = (struct zipball){0};
}
