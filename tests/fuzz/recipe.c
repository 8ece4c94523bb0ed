/* Lines are taken one by one; an entry is written when the next one begins. */
#include "tests/fuzz/recipe.h"

#include "tests/support/archives.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FILE = 1 << 20,   /* bytes of an archive */
    MAX_CONTENT = 5000,   /* letters that a line adds */
    MAX_PATH_BYTES = 100, /* in a header */
    MAX_PATCHES = 8,
    AT_CHECKSUM = 148,
};

struct patch {
    size_t at;
    const char *bytes;
    size_t length;
};

struct cooking {
    struct recipe *out;
    bool has_entry, has_end, is_size_set, is_checksum_wrong;
    char type, path[MAX_PATH_BYTES + 1], link[MAX_PATH_BYTES + 1];
    uint64_t size; /* when it is set */
    struct str content;
    struct patch patches[MAX_PATCHES]; /* of the header */
    size_t n_patches;
    uint64_t flipped[MAX_PATCHES], cut_at; /* of the file */
    size_t n_flipped;
};

/* The start of the second line; 0 when the input is not a recipe. */
static size_t second_line(const char *bytes, size_t length)
{
    if (length < 3 || !bytes[0] || !strchr("pgbxzPGBXZ", bytes[0]))
        return 0;
    if (bytes[1] == '\n')
        return 2;
    return bytes[1] == '=' && bytes[2] == '\n' ? 3 : 0;
}

bool recipe_is_one(const char *bytes, size_t length)
{
    return second_line(bytes, length) > 0;
}

static void put_checksum(char *header, bool is_wrong)
{
    unsigned sum = is_wrong;
    char digits[8];
    memset(header + AT_CHECKSUM, ' ', 8);
    for (size_t i = 0; i < TAR_BLOCK; i++)
        sum += (unsigned char)header[i];
    snprintf(digits, sizeof digits, "%06o", sum);
    memcpy(header + AT_CHECKSUM, digits, 7); /* its zero, too */
}

/* Plain are files, and what has no content. */
static void note_entry(struct cooking *cooking, size_t content_start)
{
    struct recipe *recipe = cooking->out;
    bool is_plain_type = cooking->type == '0' || (cooking->type >= '1' && cooking->type <= '6' &&
                                                  cooking->content.length == 0);
    recipe->is_plain &= is_plain_type && !cooking->is_size_set && !cooking->is_checksum_wrong &&
                        cooking->n_patches == 0;
    struct recipe_entry entry = {.type = cooking->type,
                                 .content_start = content_start,
                                 .content_length = cooking->content.length};
    memcpy(entry.path, cooking->path, sizeof entry.path);
    array_push(&recipe->entries, entry);
}

static void end_entry(struct cooking *cooking)
{
    struct str *tar = &cooking->out->tar;
    if (!cooking->has_entry || tar->length + cooking->content.length > MAX_FILE)
        return;
    size_t at = tar->length;
    tarball_add_header(tar, cooking->type, cooking->path, cooking->link,
                       cooking->is_size_set ? cooking->size : cooking->content.length);
    for (size_t i = 0; i < cooking->n_patches; i++)
        memcpy(tar->text + at + cooking->patches[i].at, cooking->patches[i].bytes,
               cooking->patches[i].length);
    put_checksum(tar->text + at, cooking->is_checksum_wrong);
    note_entry(cooking, at + TAR_BLOCK);
    tarball_add_content(tar, str_text(&cooking->content), cooking->content.length);
}

static void copy_path(char *to, const char *text, size_t length)
{
    if (length > MAX_PATH_BYTES)
        length = MAX_PATH_BYTES;
    if (length)
        memcpy(to, text, length);
    to[length] = '\0';
}

static void begin_entry(struct cooking *cooking, char type, const char *path, size_t length)
{
    end_entry(cooking);
    cooking->has_entry = true;
    cooking->is_size_set = cooking->is_checksum_wrong = false;
    cooking->type = type;
    cooking->n_patches = 0;
    cooking->link[0] = '\0';
    copy_path(cooking->path, path, length);
    str_clear(&cooking->content);
}

/* The number that a text begins with; `text` is moved after it. */
static uint64_t number(const char **text, const char *end)
{
    uint64_t value = 0;
    for (; *text < end && **text >= '0' && **text <= '9'; (*text)++)
        value = value * 10 + (uint64_t)(**text - '0');
    return value;
}

static void add_letters(struct cooking *cooking, uint64_t n)
{
    static const char line[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n";
    size_t left = n < MAX_CONTENT ? (size_t)n : MAX_CONTENT;
    for (size_t length; left > 0; left -= length) {
        length = left < strlen(line) ? left : strlen(line);
        str_add(&cooking->content, line, length);
    }
}

static void add_record(struct cooking *cooking, const char *text, size_t n_text)
{
    size_t rest = n_text + 2, length = rest;
    char digits[24];
    do /* the length counts its own digits */
        length = rest + (size_t)snprintf(digits, sizeof digits, "%zu", length);
    while (length != rest + (size_t)snprintf(digits, sizeof digits, "%zu", length));
    str_print(&cooking->content, "%zu ", length);
    str_add(&cooking->content, text, n_text);
    str_add(&cooking->content, "\n", 1);
}

static void add_patch(struct cooking *cooking, const char *text, const char *end)
{
    uint64_t at = number(&text, end);
    text += text < end;
    size_t length = (size_t)(end - text);
    if (cooking->n_patches == MAX_PATCHES || at >= TAR_BLOCK || length > TAR_BLOCK - at)
        return;
    cooking->patches[cooking->n_patches++] = (struct patch){(size_t)at, text, length};
}

/* What a line that begins with this character adds to the entry; false for a new entry. */
static bool add_to_entry(struct cooking *cooking, char what, const char *text, const char *end)
{
    size_t length = (size_t)(end - text);
    switch (what) {
    case ' ':
    case '|':
        str_add(&cooking->content, text, length);
        str_add(&cooking->content, "\n", what == ' ');
        return true;
    case '*':
        add_letters(cooking, number(&text, end));
        return true;
    case '%':
        add_record(cooking, text, length);
        return true;
    case '=':
        cooking->is_size_set = true;
        cooking->size = number(&text, end);
        return true;
    case '>':
        copy_path(cooking->link, text, length);
        return true;
    case '@':
        add_patch(cooking, text, end);
        return true;
    case '!':
        cooking->is_checksum_wrong = true;
        return true;
    default:
        return false;
    }
}

static void take_line(struct cooking *cooking, const char *line, const char *end)
{
    const char *text = line + 1;
    if (line == end)
        return;
    if (*line == '-')
        cooking->has_end = false;
    else if (*line == '<')
        cooking->cut_at = number(&text, end);
    else if (*line == '^' && cooking->n_flipped < MAX_PATCHES)
        cooking->flipped[cooking->n_flipped++] = number(&text, end);
    else if (!add_to_entry(cooking, *line, text, end))
        begin_entry(cooking, *line, text, (size_t)(end - text));
}

/* gzip and xz store, because compressing takes longer than all that is to be tested. */
static void compress_tar(struct recipe *recipe)
{
    static const char letters[] = "gbxz", *const levels[] = {"0", "1", "0", "1"};
    static int (*const filters[])(struct archive *) = {
        archive_write_add_filter_gzip, archive_write_add_filter_bzip2, archive_write_add_filter_xz,
        archive_write_add_filter_zstd};
    size_t capacity = recipe->tar.length + recipe->tar.length / 8 + 4096, used = 0;
    size_t kind = (size_t)(strchr(letters, recipe->compression) - letters);
    char *room = str_reserve(&recipe->file, capacity);
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    archive_write_set_format_raw(archive);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_set_bytes_per_block(archive, 0);
    if (filters[kind](archive) != ARCHIVE_OK ||
        archive_write_set_filter_option(archive, NULL, "compression-level", levels[kind]) !=
            ARCHIVE_OK ||
        (*letters == recipe->compression &&
         archive_write_set_filter_option(archive, "gzip", "timestamp", NULL) != ARCHIVE_OK) ||
        archive_write_open_memory(archive, room, capacity, &used) != ARCHIVE_OK ||
        archive_write_header(archive, entry) != ARCHIVE_OK ||
        archive_write_data(archive, str_text(&recipe->tar), recipe->tar.length) < 0 ||
        archive_write_close(archive) != ARCHIVE_OK)
        abort();
    archive_entry_free(entry);
    archive_write_free(archive);
    str_extend(&recipe->file, used);
}

static void damage(const struct cooking *cooking)
{
    struct recipe *recipe = cooking->out;
    recipe->n_flipped = 0;
    for (size_t i = 0; i < cooking->n_flipped; i++) {
        if (cooking->flipped[i] >= recipe->file.length)
            continue;
        recipe->flipped = (size_t)cooking->flipped[i];
        recipe->file.text[recipe->flipped] ^= 1;
        recipe->n_flipped++;
    }
    recipe->is_cut = cooking->cut_at < recipe->file.length;
    if (recipe->is_cut)
        recipe->file.length = (size_t)cooking->cut_at;
    recipe->is_damaged = recipe->n_flipped > 0 || recipe->is_cut;
}

void recipe_cook(struct recipe *out, const char *bytes, size_t length)
{
    struct cooking cooking = {.out = out, .has_end = true, .cut_at = UINT64_MAX};
    out->compression = (char)(bytes[0] | 0x20);
    out->is_capital = out->compression != bytes[0];
    out->is_equated = bytes[1] == '=';
    out->is_plain = true;
    array_clear(&out->entries);
    str_clear(&out->tar);
    str_clear(&out->file);
    for (const char *line = bytes + second_line(bytes, length), *end = bytes + length;
         line < end;) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));
        take_line(&cooking, line, feed ? feed : end);
        line = feed ? feed + 1 : end;
    }
    end_entry(&cooking);
    if (cooking.has_end)
        tarball_end(&out->tar);
    out->is_plain &= cooking.has_end;
    if (out->compression == 'p')
        str_add(&out->file, str_text(&out->tar), out->tar.length);
    else
        compress_tar(out);
    damage(&cooking);
    str_release(&cooking.content);
}
