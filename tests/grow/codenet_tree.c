/* One problem after the other; nothing of a finished problem is kept. */
#include "tests/grow/codenet_tree.h"

#include "base/json.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What judges say, as often as Project CodeNet has it. */
struct status {
    const char *text;
    double frequency;
};

static const struct status failing[] = {
    {"Wrong Answer", 4140436},         {"Runtime Error", 895154},
    {"Time Limit Exceeded", 767196},   {"Compile Error", 556259},
    {"WA: Presentation Error", 73336}, {"Memory Limit Exceeded", 22420},
    {"Output Limit Exceeded", 1067},   {"Query Limit Exceeded", 105},
};

static const struct status undecided[] = {
    {"Judge Not Available", 144}, {"Internal error", 113}, {"Judge System Error", 50}};

static int make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot create the folder '%s'", path);
    return 0;
}

/* Opens PATH/metadata/NAME.csv and writes its header. */
static int open_metadata(FILE **file, const struct codenet_tree *tree, const char *name,
                         const char *header, struct err *err)
{
    scoped_memory char *path = mem_print("%s/metadata/%s.csv", tree->path, name);
    *file = fopen(path, "w");
    if (!*file)
        return err_set_errno(err, "cannot write '%s'", path);
    fputs(header, *file);
    return 0;
}

static int close_metadata(FILE **file, struct err *err)
{
    if (!*file)
        return 0;
    int has_failed = ferror(*file);
    has_failed = fclose(*file) != 0 || has_failed;
    *file = NULL;
    return has_failed ? err_set_errno(err, "cannot write the metadata") : 0;
}

int codenet_tree_open(struct codenet_tree *tree, const char *folder, FILE *rows, struct err *err)
{
    static const char *const folders[] = {"", "/Project_CodeNet", "/Project_CodeNet/data",
                                          "/Project_CodeNet/metadata"};
    *tree = (struct codenet_tree){.rows = rows, .problem = -1};
    memset(tree->sources, -1, sizeof tree->sources);
    if (rows)
        return 0;
    tree->path = mem_print("%s/Project_CodeNet", folder);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        scoped_memory char *path = mem_print("%s%s", folder, folders[i]);
        if (make_folder(path, err) != 0)
            return ERR;
    }
    return open_metadata(&tree->problem_list, tree, "problem_list",
                         "id,name,dataset,time_limit,memory_limit,rating,tags,complexity\n", err);
}

int codenet_tree_start_problem(struct codenet_tree *tree, const char *problem_id,
                               const char *dataset, struct err *err)
{
    if (tree->rows)
        return 0;
    scoped_memory char *problem = mem_print("%s/data/%s", tree->path, problem_id);
    if (make_folder(problem, err) != 0)
        return ERR;
    tree->problem = open(problem, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tree->problem < 0)
        return err_set_errno(err, "cannot open '%s'", problem);
    fprintf(tree->problem_list, "%s,Problem %s,%s,2000,1048576,,,\n", problem_id, problem_id,
            dataset);
    return open_metadata(&tree->metadata, tree, problem_id,
                         "submission_id,problem_id,user_id,date,language,original_language,"
                         "filename_ext,status,cpu_time,memory,code_size,accuracy\n",
                         err);
}

/* Opens the folder of a language, which the first source in it creates. */
static int open_sources(struct codenet_tree *tree, const struct grown_language *language,
                        struct err *err)
{
    int *sources = &tree->sources[language - grown_languages];
    if (*sources >= 0)
        return *sources;
    if (mkdirat(tree->problem, language->codenet_name, 0777) == 0 || errno == EEXIST)
        *sources =
            openat(tree->problem, language->codenet_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*sources < 0)
        err_set_errno(err, "cannot create the folder '%s'", language->codenet_name);
    return *sources;
}

static void close_folders(struct codenet_tree *tree)
{
    for (size_t i = 0; i < N_GROWN_LANGUAGES; i++)
        if (tree->sources[i] >= 0)
            close(tree->sources[i]);
    if (tree->problem >= 0)
        close(tree->problem);
    memset(tree->sources, -1, sizeof tree->sources);
    tree->problem = -1;
}

int codenet_tree_add_source(struct codenet_tree *tree, const struct grown_language *language,
                            size_t submission, const struct str *source, struct err *err)
{
    char name[40];
    int sources = open_sources(tree, language, err);
    if (sources < 0)
        return ERR;
    snprintf(name, sizeof name, "s%09zu.%s", submission, language->extension);
    int fd = openat(sources, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return err_set_errno(err, "cannot write '%s'", name);
    ssize_t n = write(fd, str_text(source), source->length);
    if (close(fd) != 0 || n != (ssize_t)source->length)
        return err_set_errno(err, "cannot write '%s'", name);
    tree->n_bytes += source->length;
    return 0;
}

void codenet_tree_add_row(struct codenet_tree *tree, const struct codenet_row *row)
{
    fprintf(tree->metadata, "s%09zu,%s,u%09zu,%lld,%s,%s,%s,%s,%d,%d,%zu,%s\n", row->submission,
            row->problem_id, row->user, (long long)row->date, row->language->codenet_name,
            row->original_language, row->language->extension, row->status, row->cpu_time,
            row->memory, row->code_size, row->accuracy);
}

static void add_json(struct codenet_tree *tree, const struct codenet_row *row, const char *source)
{
    char submission[24], user[24];
    snprintf(submission, sizeof submission, "s%09zu", row->submission);
    snprintf(user, sizeof user, "u%09zu", row->user);
    scoped(json) *json = json_make(
        J_TEXT("id", submission), J_TEXT("problem", row->problem_id), J_TEXT("user", user),
        J_INT("date", row->date), J_TEXT("language", row->language->codenet_name),
        J_TEXT("original_language", row->original_language), J_TEXT("status", row->status),
        J_INT("cpu_time", row->cpu_time), J_INT("memory", row->memory), J_TEXT("code", source));
    json_write_line(json, tree->rows);
}

int codenet_tree_add(struct codenet_tree *tree, const struct codenet_row *row,
                     const struct str *source, struct err *err)
{
    if (!tree->rows) {
        codenet_tree_add_row(tree, row);
        return codenet_tree_add_source(tree, row->language, row->submission, source, err);
    }
    add_json(tree, row, str_text(source));
    tree->n_bytes += source->length;
    return 0;
}

int codenet_tree_end_problem(struct codenet_tree *tree, struct err *err)
{
    close_folders(tree);
    return close_metadata(&tree->metadata, err);
}

int codenet_tree_close(struct codenet_tree *tree, struct err *err)
{
    struct err first = *err;
    int status = close_metadata(&tree->metadata, err);
    status = close_metadata(&tree->problem_list, err) != 0 ? ERR : status;
    if (tree->rows && (fflush(tree->rows) != 0 || ferror(tree->rows)))
        status = err_set(err, "cannot write the rows");
    if (first.message[0])
        *err = first;
    close_folders(tree);
    free(tree->path);
    return status;
}

static const char *draw(struct dice *dice, const struct status *statuses, size_t n)
{
    double weights[sizeof failing / sizeof *failing];
    for (size_t i = 0; i < n; i++)
        weights[i] = statuses[i].frequency;
    return statuses[dice_weighted(dice, weights, n)].text;
}

const char *verdict_draw_status(struct dice *dice, enum verdict verdict)
{
    if (verdict == VERDICT_ACCEPTED)
        return "Accepted";
    return verdict == VERDICT_FAILING ? draw(dice, failing, sizeof failing / sizeof *failing)
                                      : draw(dice, undecided, sizeof undecided / sizeof *undecided);
}

int truth_file_open(struct truth_file *truth, const char *folder, const char *name,
                    const char *header, struct err *err)
{
    scoped_memory char *path = mem_print("%s/%s", folder, name);
    if (target_open(&truth->target, path, true, err) != 0)
        return ERR;
    truth->file = fopen(truth->target.partial_path, "w");
    if (!truth->file)
        return err_set_errno(err, "cannot write '%s'", truth->target.partial_path);
    fputs(header, truth->file);
    return 0;
}

int truth_file_close(struct truth_file *truth, int status, struct err *err)
{
    bool is_written = truth->file && !ferror(truth->file);
    if (truth->file && fclose(truth->file) != 0)
        is_written = false;
    if (status == 0 && !is_written)
        status = err_set_errno(err, "cannot write '%s'", truth->target.path);
    if (status == 0)
        return target_commit(&truth->target, err);
    target_abandon(&truth->target);
    return ERR;
}

static bool parse_number(const char *text, uint64_t *number)
{
    char *end;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0';
}

bool grow_arguments(int argc, char **argv, uint64_t most, uint64_t *n, uint64_t *random_seed,
                    uint64_t *block)
{
    uint64_t none = 0, *numbers[] = {n, random_seed, block ? block : &none};
    int most_arguments = block ? 6 : 5;
    bool is_right = argc >= 4 && argc <= most_arguments;
    *random_seed = 1;
    *numbers[2] = 0;
    for (int i = 3; i < argc && is_right; i++)
        is_right = parse_number(argv[i], numbers[i - 3]);
    if (is_right && *n > 0 && *n <= most)
        return true;
    fprintf(stderr, "usage: %s SEED_TREE[,SEED_TREE...] OUT N [RANDOM_SEED%s]\n",
            program_invocation_short_name, block ? " [BLOCK [rows]]" : "");
    return false;
}
