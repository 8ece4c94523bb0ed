#include "tests/support/codenet.h"

#include "tests/support/run.h"
#include "tests/support/test.h"

#include <errno.h>
#include <sys/stat.h>

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        fail_msg("cannot make '%s': %s", path, strerror(errno));
}

const char *codenet_make(const char *name)
{
    const char *tree = scratch_path(name);
    make_folder(tree);
    scoped(str) path = str_of("%s/data", tree);
    make_folder(str_text(&path));
    str_set(&path, "%s/metadata", tree);
    make_folder(str_text(&path));
    return tree;
}

void codenet_add_file(const char *tree, const char *path, const char *bytes, size_t length)
{
    scoped(str) whole = str_of("%s/%s", tree, path);
    for (char *slash = strchr(whole.text + strlen(tree) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        make_folder(whole.text);
        *slash = '/';
    }
    write_test_file(str_text(&whole), bytes, length);
}

void codenet_add_text(const char *tree, const char *path, const char *text)
{
    codenet_add_file(tree, path, text, strlen(text));
}

void codenet_add_problem(const char *tree, const char *problem_id,
                         const struct codenet_submission *submissions, size_t n)
{
    scoped(str) rows = {0}, path = {0};
    str_add_text(&rows, CODENET_HEADER);
    for (size_t i = 0; i < n; i++) {
        const struct codenet_submission *s = &submissions[i];
        str_print(&rows, "%s,%s,%s,%d,Python,Python3,py,%s,0,0,0,\n", s->submission_id, problem_id,
                  s->user_id, s->date, s->status);
        if (s->code) {
            str_set(&path, "data/%s/Python/%s.py", problem_id, s->submission_id);
            codenet_add_text(tree, str_text(&path), s->code);
        }
    }
    str_set(&path, "metadata/%s.csv", problem_id);
    codenet_add_text(tree, str_text(&path), str_text(&rows));
}

void codenet_add_judged(const char *tree, const char *problem, const char *language,
                        const char *judge_name, const char *extension, int number,
                        const char *const texts[2])
{
    scoped(str) path = {0};
    run_valid(NULL, "mkdir -p $SCRATCH/%s/metadata \"$SCRATCH/%s/data/%s/%s\"", tree, tree, problem,
              language);
    for (int i = 0; i < 2; i++) {
        str_set(&path, "%s/data/%s/%s/s%09d.%s", scratch_path(tree), problem, language,
                2 * number + i, extension);
        write_test_file(str_text(&path), texts[i], strlen(texts[i]));
        run_valid(NULL,
                  "cd $SCRATCH/%s/metadata; [ -e %s.csv ] || echo "
                  "submission_id,problem_id,user_id,date,language,original_language,filename_ext,"
                  "status,cpu_time,memory,code_size,accuracy >%s.csv; "
                  "echo 's%09d,%s,u%d,%d,%s,%s,%s,%s,1,1,1,' >>%s.csv",
                  tree, problem, problem, 2 * number + i, problem, number, 1000 + i, language,
                  judge_name, extension, i ? "Accepted" : "Wrong Answer", problem);
    }
}

void codenet_add_pair(const char *tree, const char *problem, const char *language,
                      const char *extension, int number, const char *buggy, const char *fixed)
{
    const char *const texts[] = {buggy, fixed};
    codenet_add_judged(tree, problem, language, language, extension, number, texts);
}
