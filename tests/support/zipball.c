#include "tests/support/zipball.h"

#include "tests/support/run.h"
#include "tests/support/test.h"

#include <sys/stat.h>
#include <zlib.h>

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
