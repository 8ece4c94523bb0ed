/* The metadata list the submissions. A source file is read when a pair needs it. */
#include "miner/codenet/dataset.h"

#include "base/mem.h"
#include "miner/codenet/problem_list.h"

#include <stdlib.h>
#include <string.h>

static void fingerprint(void *context, const struct unit *problem, char hex[SHA256_HEX_SIZE])
{
    const struct dataset *dataset = context;
    scoped(str) content = {0};
    scoped_memory char *name = mem_print("%s.csv", unit_in_source(problem));
    hex[0] = '\0';
    if (folder_read(&content, &dataset->metadata, name, MAX_METADATA_BYTES, NULL) == BENEATH_OK)
        sha256_hex(str_text(&content), content.length, hex);
}

/* The folders of a problem's sources, data/<problem>/<Language>, by the number of the language. If
 * one cannot be opened, the error is reported for each source that is loaded. */
struct reader {
    struct source_folder {
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
        struct source_folder *folder = &reader->folders[i];
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
    const struct source_folder *folder = &reader->folders[language_number(language)];
    enum beneath_result result = folder->result;
    struct err why = folder->error;
    scoped(str) name = {0};
    str_add_text(&name, submission->id);
    str_add_text(&name, ".");
    str_add_text(&name, language->extension);
    if (result == BENEATH_OK)
        result = folder_read(&text->content, &folder->folder, name.text, dataset->request.max_bytes,
                             &why);
    enum input_error_kind kind =
        program_text_take_file(text, language, program_text_take, result, &why);
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
    .has_verdicts = true,
    .formats = formats,
    .given = given,
    .open = open_source,
    .add_left_out = source_add_other_languages,
};
