/* Archives: of whatever bytes, what is kept has a name that stays below its folder, and a size that
 * was allowed; how it was compressed makes no difference; of plain entries those are kept, with
 * their content, that a naive look at their paths says; and what is damaged is not taken for whole.
 *
 * The input is a recipe (recipe.h), or else the archive itself. It is read from memory: as an
 * archive of metadata alone where the recipe has a capital, and compared with what is not
 * compressed where it has a `=`. */
#include "base/table.h"
#include "miner/codenet/dataset.h"
#include "tests/fuzz/recipe.h"
#include "tests/fuzz/target.h"

enum { MAX_BYTES = 4096, MAX_CLUSTERS = 256 };

static struct {
    const char *path; /* of the archive */
    struct recipe recipe;
    bool is_plain; /* a data set by the recipe, without damage */
    struct str found, expected;
    struct str folder, content; /* while it is listed */
} state;

/* The path without empty parts and dots, or false for one that leads out. */
static bool normalize(struct str *out, const char *path)
{
    str_clear(out);
    if (path[0] == '/')
        return false;
    for (size_t length; *path; path += length + (path[length] == '/')) {
        length = strcspn(path, "/");
        if (length == 2 && memcmp(path, "..", 2) == 0)
            return false;
        if (length == 0 || (length == 1 && path[0] == '.'))
            continue;
        str_add_text(out, out->length ? "/" : "");
        str_add(out, path, length);
    }
    return true;
}

/* Skips plain characters and the given text after them. Returns NULL if another text follows. */
static const char *behind(const char *path, const char *text)
{
    size_t n = strspn(path, "abcdefghijklmnopqrstuvwxyz0123456789");
    return n > 0 && n < 20 && strncmp(path + n, text, strlen(text)) == 0 ? path + n + strlen(text)
                                                                         : NULL;
}

/* Whether it is the path of a table or source, and of no doubt. */
static bool is_usual(const char *path)
{
    const char *rest = NULL;
    if (strncmp(path, "metadata/", 9) == 0)
        rest = behind(path + 9, ".csv");
    else if (strncmp(path, "data/", 5) == 0 && (rest = behind(path + 5, "/Python/")))
        rest = behind(rest, ".py");
    return rest && *rest == '\0';
}

/* What was found must be in an entry. */
static void check_found(const char *path, size_t size)
{
    scoped(str) key = {0};
    bool is_there = !state.is_plain || !is_usual(path);
    for (size_t i = 0; !is_there && i < state.recipe.entries.n; i++) {
        const struct recipe_entry *entry = &state.recipe.entries.items[i];
        is_there = entry->type == '0' && entry->content_length == size &&
                   normalize(&key, entry->path) && strcmp(str_text(&key), path) == 0;
    }
    REQUIRE(is_there, "%s is in no entry", path);
}

/* What is listed, and into which text. */
struct listing {
    struct spool *spool;
    struct str *out;
    char folder[300];   /* with the final slash */
    struct str folders; /* found in it, each with a final zero */
};

static void take_name(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct listing *listing = context;
    struct err err;
    REQUIRE(beneath_is_safe_name(name, strlen(name)), "an unsafe name: %s", name);
    scoped_memory char *path = mem_print("%s%s", listing->folder, name);
    str_print(listing->out, "%s %s %llu\n", path, is_folder ? "folder" : "file",
              (unsigned long long)size);
    enum beneath_result result = spool_read(listing->spool, &state.content, path, MAX_BYTES, &err);
    if (is_folder) {
        REQUIRE(result == BENEATH_UNREADABLE, "%s is read", path);
        str_add(&listing->folders, name, strlen(name) + 1);
    } else if (result == BENEATH_OK) {
        REQUIRE(state.content.length == size && size <= MAX_BYTES, "%s has %zu bytes, not %zu",
                path, state.content.length, (size_t)size);
        str_add(listing->out, str_text(&state.content), state.content.length);
        check_found(path, size);
    } else {
        REQUIRE(result == BENEATH_TOO_LARGE, "%s: %d, %s", path, (int)result, err.message);
    }
}

/* Lists a folder of the spool; and in data/, the sources of each problem. */
static void list_folder(struct spool *spool, struct str *out, const char *folder, const char *in)
{
    struct listing listing = {.spool = spool, .out = out};
    snprintf(listing.folder, sizeof listing.folder, "%s", folder);
    const struct folder of_spool = {.spool = spool, .prefix = listing.folder};
    folder_each_name(&of_spool, take_name, &listing, NULL);
    for (size_t at = 0; in && at < listing.folders.length;) {
        const char *name = listing.folders.text + at;
        char inner[300];
        snprintf(inner, sizeof inner, "%s%s/%s/", folder, name, in);
        list_folder(spool, out, inner, NULL);
        at += strlen(name) + 1;
    }
    str_release(&listing.folders);
}

/* The first entry of a usual path must be found, if it is a file. `keys` has the paths before. */
static void check_entry(struct spool *spool, const struct recipe_entry *entry, struct table *keys)
{
    scoped(str) key = {0};
    struct err err;
    size_t length = strlen(entry->path);
    bool can_be_kept = entry->type == '0' || entry->type == '5';
    if (can_be_kept && normalize(&key, entry->path) && is_usual(str_text(&key)) &&
        table_add(keys, str_text(&key)) != TABLE_NONE && entry->type == '0' &&
        entry->path[length - 1] != '/') {
        enum beneath_result result =
            spool_read(spool, &state.content, str_text(&key), MAX_BYTES, &err);
        if (entry->content_length > MAX_BYTES)
            REQUIRE(result == BENEATH_TOO_LARGE, "%s is not too large", str_text(&key));
        else
            REQUIRE(result == BENEATH_OK && state.content.length == entry->content_length &&
                        memcmp(str_text(&state.content),
                               state.recipe.tar.text + entry->content_start,
                               entry->content_length) == 0,
                    "%s is not as it was packed", str_text(&key));
    }
}

static void check_entries(struct spool *spool)
{
    scoped(table) keys = {0};
    for (size_t i = 0; i < state.recipe.entries.n; i++)
        check_entry(spool, &state.recipe.entries.items[i], &keys);
}

static void list_errors(const struct unpack *unpack, struct str *out)
{
    const struct input_errors *errors = unpack_errors(unpack);
    const char *top = unpack_top(unpack);
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        REQUIRE(error->kind == INPUT_ENTRY_REFUSED && error->file && error->detail,
                "an error of kind %d", (int)error->kind);
        str_print(out, "%s: %s\n", error->file, error->detail);
    }
    REQUIRE(!strchr(top, '/') && strcmp(top, "..") != 0 && strcmp(top, ".") != 0,
            "the top folder is %s", top);
    str_print(out, "top %s\n", top);
}

/* Reads the archive, and puts all that is kept of it into `out`, or nothing when it is damaged. */
static void unpack(struct str *out, enum unpack_content content)
{
    const struct source_request request = {
        .languages = LANGUAGE_SET_DEFAULT, .max_bytes = MAX_BYTES, .folder = "/dev/shm"};
    const struct unpack_options options = {content, &request, MAX_BYTES, MAX_CLUSTERS, MAX_BYTES};
    scoped(unpack) *unpack = NULL;
    struct err err = {0};
    str_clear(out);
    if (unpack_start(&unpack, state.path, &options, &err) != 0) {
        REQUIRE(err.message[0], "it cannot be read, and nothing says why");
        return;
    }
    int status = unpack_finish(unpack, &err);
    REQUIRE(status == 0 || err.message[0], "it cannot be read, and nothing says why");
    state.is_plain = state.is_plain && unpack_top(unpack)[0] == '\0';
    if (status == 0) {
        list_folder(unpack_spool(unpack), out, "metadata/", NULL);
        list_folder(unpack_spool(unpack), out, "data/", "Python");
        list_errors(unpack, out);
        if (state.is_plain)
            check_entries(unpack_spool(unpack));
    }
}

/* Whether a tar archive begins as what a compressor makes, or as a zip: a path may. */
static bool looks_compressed(const struct str *tar)
{
    return tar->length && strchr("\x1f\x28\xfd"
                                 "BP",
                                 tar->text[0]);
}

/* A gzip header says things that do not matter; all the rest, and all of xz, is checked by sums. */
static bool must_fail(const struct recipe *recipe)
{
    enum { GZIP_HEADER = 10, END_MARK = 1024 };
    if (recipe->is_cut)
        return recipe->compression != 'p' ||
               (recipe->is_plain && recipe->file.length + END_MARK < recipe->tar.length);
    return recipe->n_flipped == 1 &&
           (recipe->compression == 'x' ||
            (recipe->compression == 'g' && recipe->flipped >= GZIP_HEADER));
}

static void check_recipe(const char *bytes, size_t length)
{
    struct recipe *recipe = &state.recipe;
    recipe_cook(recipe, bytes, length);
    enum unpack_content content = recipe->is_capital ? UNPACK_METADATA : UNPACK_DATASET;
    state.is_plain = recipe->is_plain && !recipe->is_damaged && content == UNPACK_DATASET &&
                     !looks_compressed(&recipe->tar);
    state.path = target_file(0, str_text(&recipe->file), recipe->file.length);
    unpack(&state.found, content);
    REQUIRE(state.found.length == 0 || !must_fail(recipe), "a damaged archive is taken for whole");
    if (recipe->is_damaged || !recipe->is_equated || looks_compressed(&recipe->tar))
        return;
    state.path = target_file(0, str_text(&recipe->tar), recipe->tar.length);
    unpack(&state.expected, content);
    REQUIRE(is_same_text(&state.found, &state.expected), "compressed it has\n%s\nnot\n%s",
            str_text(&state.found), str_text(&state.expected));
}

FUZZ_TARGET(archive)
{
    const char *text = (const char *)bytes;
    target_keep_memory();
    state.is_plain = false;
    if (recipe_is_one(text, length)) {
        check_recipe(text, length);
        return 0;
    }
    state.path = target_file(0, text, length);
    unpack(&state.found, UNPACK_DATASET);
    return 0;
}
