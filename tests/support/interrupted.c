/* See interrupted.h. */
#include "tests/support/interrupted.h"

#include "tests/support/run.h"
#include "tests/support/test.h"

#include <stdarg.h>

void interrupted_tree(int n_copies)
{
    run_valid(NULL,
              "mkdir -p \"$SCRATCH/many\"; cd \"$SCRATCH/many\"; rm -rf Project_CodeNet; "
              "mkdir -p Project_CodeNet/data Project_CodeNet/metadata; cd Project_CodeNet; "
              "S=\"$SAMPLE/Project_CodeNet\"; head -n 1 \"$S/metadata/problem_list.csv\" "
              "> metadata/problem_list.csv; "
              "for p in $(cd \"$S/data\" && ls); do test -f \"$S/metadata/$p.csv\" || continue; "
              "i=1; while [ $i -le %d ]; do q=p$i${p#p}; "
              "sed \"s/,$p,/,$q,/\" \"$S/metadata/$p.csv\" > metadata/$q.csv; "
              "cp -R \"$S/data/$p\" data/$q; i=$((i + 1)); done; done",
              n_copies);
}

int interrupted_run(struct str *output, const char *database, const char *options, const char *then)
{
    return run_shell(
        output,
        "cd \"$SCRATCH\"; rm -f pipe stalled; mkfifo pipe; "
        "tar cf many.tar --sort=name -C many Project_CodeNet/data; size=$(stat -c %%s many.tar); "
        "(exec 3> pipe; head -c $((size / 2)) many.tar >&3; "
        "while [ ! -e stalled ]; do sleep 0.02; done) & "
        "env --default-signal=INT \"$TOKFIX\" mine - --metadata many/Project_CodeNet/metadata -o %s %s < pipe 2> run.err & "
        "RUN=$!; n=0; until [ -s %s.unfinished ] || [ $n -gt 4000 ] || ! kill -0 $RUN; do "
        "sleep 0.02; n=$((n + 1)); done; "
        "n=0; until grep -q '[1-9][0-9]* committed' run.err || [ $n -gt 4000 ] || "
        "! kill -USR1 $RUN; do sleep 0.05; n=$((n + 1)); done; "
        "{ %s; } > then.out 2>&1; "
        "wait $RUN; status=$?; touch stalled; wait; cat run.err then.out; exit $status",
        database, options, database, then);
}

void expect_run(int status, const char *message, const char *format, ...)
{
    scoped(str) command = {0}, output = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&command, format, args);
    va_end(args);
    int actual = run_shell(&output, "%s", str_text(&command));
    if (actual != status || !strstr(str_text(&output), message))
        fail_msg("%s\nstatus %d, not %d; wanted '%s' in:\n%s", str_text(&command), actual, status,
                 message, str_text(&output));
}
