/* Finds data/ and metadata/. Each may be on disk or in an archive, and they may be in different
 * places. The metadata list the submissions. A program is read when a pair needs it. */
#include "miner/codenet/dataset.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 ||
           S_ISDIR(info.st_mode); /* if it does not exist, opening it reports so */
}

static bool has_folder(const struct folder *parent, const char *name)
{
    scoped(folder) folder = FOLDER_CLOSED;
    return folder_open(&folder, parent, name, NULL) != BENEATH_MISSING;
}

static int fail_without_metadata(const char *path, struct err *err)
{
    return err_set(err,
                   "'%s' has no folder metadata/, so it is unknown which submissions were "
                   "accepted; the current Project_CodeNet.tar.gz does not contain it: get the "
                   "metadata from Project CodeNet's maintainers or from an older archive, and "
                   "name the folder or archive with --metadata",
                   path);
}

static int open_root(struct dataset *dataset, struct err *err)
{
    const char *path = dataset->request.path;
    struct err reason;
    if (folder_open_root(&dataset->root, path, &dataset->breakage, &reason) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", path, reason.message);
    if (has_folder(&dataset->root, "data"))
        return 0;
    struct folder inner;
    if (folder_open(&inner, &dataset->root, "Project_CodeNet", &reason) == BENEATH_OK) {
        inner.disk.root = NULL; /* it is the root now */
        folder_close(&dataset->root);
        dataset->root = inner;
        dataset->request.path = arena_print(&dataset->arena, "%s/Project_CodeNet", path);
        if (has_folder(&dataset->root, "data"))
            return 0;
    }
    if (breakage_check(&dataset->breakage, err) != 0)
        return ERR;
    err_set(err,
            "'%s' is not a Project CodeNet tree: it has neither data/ nor Project_CodeNet/data/; "
            "name the folder that holds data/ and metadata/",
            path);
    return SOURCE_IS_OTHER;
}

static int open_data_on_disk(struct dataset *dataset, struct err *err)
{
    struct err reason;
    int status = open_root(dataset, err);
    if (status != 0)
        return status;
    enum beneath_result result = folder_open(&dataset->data, &dataset->root, "data", &reason);
    if (result != BENEATH_OK)
        return err_set(err, "cannot read '%s/data': %s%s", dataset->request.path, reason.message,
                       result == BENEATH_OUTSIDE ? "; put the folder itself there" : "");
    const char *root = dataset->root.disk.path;
    dataset->name = strcmp(root, "/") == 0 ? root : file_name(root);
    return 0;
}

static int start_unpacking(struct unpack **out, const struct dataset *dataset, const char *path,
                           enum unpack_content content, struct err *err)
{
    const struct unpack_options options = {content, &dataset->request, MAX_METADATA_BYTES,
                                           MAX_PROBLEM_CLUSTERS_BYTES,
                                           MAX_PROBLEM_DESCRIPTION_BYTES};
    return unpack_start(out, path, &options, err);
}

/* Opens a folder of an archive. This cannot fail, because every folder of a spool can be opened. */
static void open_unpacked(struct folder *out, struct unpack *unpack, const char *name)
{
    scoped(folder) top = FOLDER_CLOSED;
    folder_open_spool(&top, unpack_spool(unpack));
    folder_open(out, &top, name, NULL);
}

static int open_data(struct dataset *dataset, struct err *err)
{
    const char *path = dataset->request.path;
    if (is_folder(path))
        return open_data_on_disk(dataset, err);
    if (start_unpacking(&dataset->unpack, dataset, path, UNPACK_DATASET, err) != 0)
        return ERR;
    open_unpacked(&dataset->data, dataset->unpack, "data");
    return 0;
}

/* Opens the metadata that are in the same place as the data. */
static int open_own_metadata(struct dataset *dataset, struct err *err)
{
    struct err reason;
    if (dataset->unpack) {
        int status = unpack_finish(dataset->unpack, err);
        if (status != 0)
            return status;
        open_unpacked(&dataset->metadata, dataset->unpack, "metadata");
        return 0;
    }
    enum beneath_result result =
        folder_open(&dataset->metadata, &dataset->root, "metadata", &reason);
    if (result == BENEATH_MISSING)
        return fail_without_metadata(dataset->request.path, err);
    if (result != BENEATH_OK)
        return err_set(err, "cannot read '%s/metadata': %s", dataset->request.path, reason.message);
    return 0;
}

/* Opens the metadata of another folder or archive. */
static int open_other_metadata(struct dataset *dataset, const char *path, struct err *err)
{
    struct err reason;
    if (is_folder(path)) {
        struct folder named;
        if (folder_open_root(&named, path, &dataset->breakage, &reason) != BENEATH_OK)
            return err_set(err, "cannot read '%s': %s", path, reason.message);
        if (folder_open(&dataset->metadata, &named, "metadata", &reason) == BENEATH_OK)
            folder_close(&named); /* the user named the folder that contains metadata/ */
        else
            dataset->metadata = named;
        return 0;
    }
    if (start_unpacking(&dataset->metadata_unpack, dataset, path, UNPACK_METADATA, err) != 0 ||
        unpack_finish(dataset->metadata_unpack, err) != 0)
        return ERR;
    open_unpacked(&dataset->metadata, dataset->metadata_unpack, "metadata");
    return 0;
}

int dataset_open(struct dataset *dataset, const struct source_request *request, struct err *err)
{
    *dataset = DATASET_CLOSED;
    dataset->request = *request;
    breakage_init(&dataset->breakage);
    dataset->errors.arena = &dataset->arena;
    int status = open_data(dataset, err);
    if (status == 0)
        status = request->metadata ? open_other_metadata(dataset, request->metadata, err)
                                   : open_own_metadata(dataset, err);
    if (status != 0)
        return status;
    if (problem_list_read(&dataset->list, &dataset->metadata, &dataset->arena, &dataset->errors,
                          err) != 0 ||
        breakage_check(&dataset->breakage, err) != 0)
        return ERR;
    if (dataset->list.problems.n)
        return 0;
    if (dataset->unpack && !request->metadata)
        return fail_without_metadata(dataset->request.path, err);
    return err_set(err, "'%s%s' contains no metadata file of a problem (pNNNNN.csv)",
                   request->metadata ? request->metadata : dataset->request.path,
                   request->metadata ? "" : "/metadata");
}

static void add_unpack_errors(struct dataset *dataset, const struct unpack *unpack)
{
    const struct input_errors *errors = unpack ? unpack_errors(unpack) : NULL;
    for (size_t i = 0; errors && i < errors->list.n; i++)
        array_push(&dataset->errors.list, errors->list.items[i]); /* `unpack` still owns the
                                                                     texts */
}

static const char *archive_name(struct dataset *dataset)
{
    static const char *const extensions[] = {"tar", "tar.gz", "tar.zst", "tar.xz", "tar.bz2",
                                             "tgz", "tzst",   "txz",     "tbz2",   NULL};
    const char *name = file_name(dataset->request.path), *top = unpack_top(dataset->unpack);
    if (*top)
        return top;
    for (const char *const *extension = extensions; *extension; extension++)
        if (file_has_extension(name, *extension))
            return arena_copy_text(&dataset->arena, name, strlen(name) - strlen(*extension) - 1);
    return name;
}

/* Files that are neither in data/ nor in metadata/ keep their whole path in the spool. */
static void open_unpacked_root(struct dataset *dataset)
{
    const char *top = unpack_top(dataset->unpack);
    folder_close(&dataset->root);
    if (*top)
        open_unpacked(&dataset->root, dataset->unpack, top);
    else
        folder_open_spool(&dataset->root, unpack_spool(dataset->unpack));
}

bool dataset_show_reading(void *context)
{
    const struct dataset *dataset = context;
    return dataset->unpack && unpack_show(dataset->unpack);
}

int dataset_check(void *context, struct err *err)
{
    struct dataset *dataset = context;
    if (breakage_check(&dataset->breakage, err) != 0)
        return ERR;
    bool is_broken = dataset->unpack && spool_check(unpack_spool(dataset->unpack), err) != 0;
    return is_broken ? ERR : 0;
}

int dataset_finish(struct dataset *dataset, struct err *err)
{
    if ((dataset->unpack && unpack_finish(dataset->unpack, err) != 0) ||
        (dataset->metadata_unpack && unpack_finish(dataset->metadata_unpack, err) != 0))
        return ERR;
    if (dataset->unpack) {
        dataset->name = archive_name(dataset);
        open_unpacked_root(dataset);
    }
    add_unpack_errors(dataset, dataset->unpack);
    add_unpack_errors(dataset, dataset->metadata_unpack);
    if (problem_list_check_data(&dataset->list, &dataset->data, &dataset->errors, err) != 0)
        return ERR;
    return dataset_check(dataset, err);
}

void dataset_stop(void *context)
{
    struct dataset *dataset = context;
    if (dataset->unpack)
        unpack_stop(dataset->unpack);
}

void dataset_close(struct dataset *dataset)
{
    folder_close(&dataset->metadata);
    folder_close(&dataset->data);
    folder_close(&dataset->root);
    unpack_close(dataset->unpack);
    unpack_close(dataset->metadata_unpack);
    problem_list_release(&dataset->list);
    array_release(&dataset->errors.list);
    arena_release(&dataset->arena);
    breakage_release(&dataset->breakage);
}

/* ---- The source of pairs ---- */

static void fingerprint(void *context, const struct unit *problem, char hex[SHA256_HEX_SIZE])
{
    const struct dataset *dataset = context;
    scoped(str) content = {0};
    scoped_memory char *name = mem_print("%s.csv", unit_in_source(problem));
    hex[0] = '\0';
    if (folder_read(&content, &dataset->metadata, name, MAX_METADATA_BYTES, NULL) == BENEATH_OK)
        sha256_hex(str_text(&content), content.length, hex);
}

/* The folders of a problem's programs, data/<problem>/<Language>, by the number of the language. If
 * one cannot be opened, the error is reported for each program that is loaded. */
struct reader {
    struct program_folder {
        struct folder folder;
        enum beneath_result result;
        struct err error;
    } folders[MAX_LANGUAGES];
};

static void open_problem(void *context, const struct unit *problem, struct unit_content *content)
{
    const struct dataset *dataset = context;
    struct reader *reader = mem_alloc(1, sizeof *reader);
    submissions_read(content, &dataset->metadata, problem, dataset->request.languages);
    for (int i = 0; languages[i]; i++) {
        struct program_folder *folder = &reader->folders[i];
        scoped_memory char *path =
            mem_print("%s/%s", unit_in_source(problem), languages[i]->codenet_name);
        folder->folder = FOLDER_CLOSED;
        if (language_set_has(dataset->request.languages, languages[i]))
            folder->result = folder_open(&folder->folder, &dataset->data, path, &folder->error);
    }
    content->reader = reader;
}

static void close_problem(void *context, struct unit_content *content)
{
    struct reader *reader = content->reader;
    (void)context;
    for (int i = 0; languages[i]; i++)
        folder_close(&reader->folders[i].folder);
    free(reader);
    content->reader = NULL;
}

static void load(void *context, const struct unit *problem, struct unit_content *content,
                 const struct version *submission, struct program_text *text)
{
    const struct language *language = submission->language;
    const struct dataset *dataset = context;
    const struct reader *reader = content->reader;
    const struct program_folder *folder = &reader->folders[language_number(language)];
    enum beneath_result result = folder->result;
    struct err why = folder->error;
    scoped(str) name = {0};
    str_add_text(&name, submission->id);
    str_add_text(&name, ".");
    str_add_text(&name, language->extension);
    if (result == BENEATH_OK)
        result = folder_read(&text->content, &folder->folder, name.text, dataset->request.max_bytes,
                             &why);
    enum input_error_kind kind = program_text_take_file(text, language, false, result, &why);
    if (kind == INPUT_OK)
        return;
    scoped_memory char *file =
        mem_print("data/%s/%s/%s", unit_in_source(problem), language->codenet_name, name.text);
    input_errors_add(&content->errors, kind, file, 0, "%s (named in metadata/%s.csv:%zu)",
                     why.message, unit_in_source(problem), submission->line);
}

static int finish(void *context, const bool *is_chosen, struct db *store, struct source_end *end,
                  struct err *err)
{
    struct dataset *dataset = context;
    if (dataset_finish(dataset, err) != 0 ||
        (store && (problem_clusters_store(&dataset->root, &dataset->request, store,
                                          &dataset->errors, err) != 0 ||
                   problem_descriptions_store(&dataset->root, &dataset->list, is_chosen, store,
                                              &dataset->errors, err) != 0)))
        return ERR;
    *end = (struct source_end){dataset->name, dataset->request.metadata, &dataset->errors};
    return dataset_check(dataset, err);
}

static void close_dataset(void *context)
{
    dataset_close(context);
    free(context);
}

static int open_source(struct pair_source *out, const struct source_request *request,
                       struct err *err)
{
    struct dataset *dataset = mem_alloc(1, sizeof *dataset);
    const struct problem_list *list = &dataset->list;
    struct source_request named = *request;
    if (strcmp(request->path, "-") == 0)
        named.path = "/dev/stdin";
    int status = dataset_open(dataset, &named, err);
    if (status != 0) {
        close_dataset(dataset);
        return status;
    }
    *out = (struct pair_source){
        .context = dataset,
        .kind = &codenet_kind,
        .units = list->problems.items,
        .n_units = list->problems.n,
        .listing_sha256 = list->listing_sha256,
        .list_sha256 = list->sha256[0] ? list->sha256 : NULL,
        .fingerprint = fingerprint,
        .open = open_problem,
        .close = close_problem,
        .load = load,
        .is_reading = dataset_show_reading,
        .check = dataset_check,
        .stop = dataset_stop,
        .finish = finish,
        .free = close_dataset,
    };
    return 0;
}

static const char *given(const struct source_request *request, const struct source_kind *read_as)
{
    (void)read_as;
    return request->metadata ? "--metadata" : NULL;
}

static const char *const formats[] = {"codenet", NULL};

const struct source_kind codenet_kind = {
    .name = "codenet",
    .words = "a CodeNet tree or archive",
    .by = "--format codenet",
    .instead = "name one",
    .unit_file = {"metadata/", ".csv"},
    .list_file = "metadata/problem_list.csv",
    .listing = "the names and sizes of the metadata files",
    .listed = {"file", "files"},
    .no_pairs = SOURCE_NO_PAIRS,
    .has_verdicts = true,
    .formats = formats,
    .given = given,
    .open = open_source,
    .add_left_out = source_add_other_languages,
};
