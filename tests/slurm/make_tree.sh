#!/bin/sh
# make_tree.sh FOLDER: a CodeNet tree of 30 problems that takes some ten seconds to mine. In each,
# users fix one token of short programs; others change an operator of long ones with one logical
# line, which has to be parsed. Of five shards each has six of these problems.
set -eu
mkdir -p "$1/Project_CodeNet/metadata"
cd "$1/Project_CodeNet"
seq -f 'p%05g' 396 425 >problems
while read -r problem; do mkdir -p "data/$problem/Python"; done <problems
awk '
    BEGIN {
        columns = "submission_id,problem_id,user_id,date,language,original_language," \
                  "filename_ext,status,cpu_time,memory,code_size,accuracy"
        n_edits = split("n<2 n<=2|n+1 n-1|n*2 m*2|n==2 n!=2|n>m n>7|n%3 n//3|n-m m-m|n n+m", edits,
                        "|")
        for (i = 1; i <= 700; i++)
            body = body "x = (x * " i " + len([y for y in range(" i ")])) % 1000007; "
    }
    function add(user, time, status, text,    id, path) {
        id = sprintf("s%s%03d%d", substr($0, 2), user, time)
        path = "data/" $0 "/Python/" id ".py"
        printf "%s", text > path
        close(path)
        printf "%s,%s,u%09d,%d,Python,Python3,py,%s,10,3000,%d,\n", id, $0, user,
            1262304000 + time, status, length(text) > rows
    }
    {
        rows = "metadata/" $0 ".csv"
        print columns > rows
        for (user = 1; user <= 16; user++) {
            split(edits[user % n_edits + 1], sides, " ")
            for (time = 1; time <= 2; time++)
                add(user, time, time == 1 ? "Wrong Answer" : "Accepted",
                    "n = int(input())\nm = " NR * user "\nprint(" sides[time] ")\n")
        }
        for (user = 17; user <= 28; user++) {
            add(user, 1, "Wrong Answer", "x = int(input())\n" body "print(x + 1)\n")
            add(user, 2, "Accepted", "x = int(input())\n" body "print(x - 1)\n")
        }
        close(rows)
    }' problems
rm problems
