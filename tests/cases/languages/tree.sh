#!/bin/sh
# tree.sh FOLDER: makes a tree of Project CodeNet with programs in four languages, of the table
# below. A submission is a line: its problem, user, language, status, and the code that is in a
# program of that language in place of @. In code, ⏎ is a line end. Of Rust there are only rows.
set -eu
mkdir -p "$1/metadata"
cd "$1"
awk -F ' *[|] *' '
    BEGIN {
        frame["Python"] = "a, b = map(int, input().split())\nprint(@)\n"
        frame["C"] = "#include <stdio.h>\n\nint main(void)\n{\n    @;\n}\n"
        frame["C++"] = "int sum(int n) {\n    int s = 0;\n    @\n    return s;\n}\n"
        frame["Java"] = "class Main {\n    boolean f(int n) { return @; }\n}\n"
        extension["Python"] = "py,Python3"
        extension["C"] = "c,C (GCC 9.2.1)"
        extension["C++"] = "cpp,C++17 (GCC 9.2.1)"
        extension["Java"] = "java,Java (OpenJDK 11)"
        extension["Rust"] = "rs,Rust"
        list = "metadata/problem_list.csv"
        print "id,name,dataset,time_limit,memory_limit,rating,tags,complexity" >list
    }
    {
        metadata = "metadata/" $1 ".csv"
        if ($1 != last) {
            print $1 "," $1 "," ($1 < "p00003" ? "AtCoder" : "AIZU") ",2000,262144,,," >list
            print "submission_id,problem_id,user_id,date,language,original_language," \
                "filename_ext,status" >metadata
        }
        last = $1
        split(extension[$3], names, ",")
        id = sprintf("s%09d", NR)
        print id "," $1 "," $2 "," 1500000000 + NR "," $3 "," names[2] "," names[1] "," $4 >metadata
        if ($3 in frame) {
            folder = "data/" $1 "/" $3
            if (!made[folder]++)
                system("mkdir -p " folder)
            at = index(frame[$3], "@")
            code = substr(frame[$3], 1, at - 1) $5 substr(frame[$3], at + 1)
            gsub("⏎", "\n", code)
            printf "%s", code >(folder "/" id "." names[1])
        }
    }' <<'END'
p00001 | u1 | Python | Wrong Answer | a - b
p00001 | u1 | C++ | Wrong Answer | for (int i = 1; i < n; i++) s += i;
p00001 | u1 | Python | Accepted | a + b
p00001 | u1 | C++ | Accepted | for (int i = 1; i <= n; i++) s += i;
p00001 | u2 | C | Time Limit Exceeded | int n = getchar();⏎    printf("%d\n", n / 2)
p00001 | u2 | Java | Runtime Error | n > 0 && n < 100
p00001 | u2 | C | Accepted | int n = getchar();⏎    printf("%d\n", n % 2)
p00001 | u2 | Java | Internal error | n > 0 || n < 100
p00001 | u2 | Java | Accepted | n >= 0 && n < 100
p00001 | u3 | Python | Wrong Answer | a * b
p00001 | u3 | C++ | Accepted | s = n % 2;
p00001 | u3 | Rust | Accepted
p00002 | u1 | Java | Wrong Answer | n > 0 && n < 10
p00002 | u2 | C++ | Compile Error | rep(i, n)⏎        if (i % 2 == 0) s += i;
p00002 | u1 | Java | Accepted | n > 0 && n < 100
p00002 | u2 | C++ | Accepted | rep(i, n)⏎        if (i % 2 == 1) s += i;
p00002 | u4 | C++ | Wrong Answer | for (int i = 1; i < n; i++) s -= i;
p00002 | u4 | C++ | Wrong Answer | for (int i = 1; i <= n; i++) s += i; // the same
p00002 | u4 | C++ | Accepted | for (int i = 1; i <= n; i++) s += i;
p00002 | u4 | C | Wrong Answer | int n = getchar();⏎    printf("%d\n", n / 2)
p00002 | u4 | C | Memory Limit Exceeded | long n = getchar();⏎    printf("%d\n", n % 2)
p00002 | u4 | C | Accepted | int n = getchar();⏎    printf("%d\n", n % 2)
p00002 | u5 | Java | Compile Error | n > 0 n
p00002 | u5 | Java | Accepted | n > 0
p00002 | u5 | Rust | Wrong Answer
p00003 | u1 | Rust | Accepted
p00004 | u1 | Python | Wrong Answer | a < b
p00004 | u1 | Python | Output Limit Exceeded | a == b
p00004 | u1 | Python | Accepted | a <= b
p00004 | u6 | Python | | a > b
p00004 | u6 | Python | Accepted | a >= b
END
