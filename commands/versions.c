/* See versions.h. */
#include "commands/versions.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/packed.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "db/db.h"
#include "codenet/csv_rows.h"
#include "tokenize/tree.h"

void versions_print(FILE *out)
{
    void (*const libraries[])(struct str *) = {
        syntax_add_library, json_add_library,   yaml_add_library, csv_rows_add_library,
        packed_add_library, sha256_add_library, hash_add_library, utf8_add_library,
    };
    struct str text = {0};
    str_print(&text, "tokfix %s\nSQLite %s\n", TOKFIX_VERSION, db_library_version());
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        libraries[i](&text);
        str_add_text(&text, "\n");
    }
    for (const struct language *const *language = languages; *language; language++)
        str_print(&text, "%s %s (ABI %u): %s\n", (*language)->grammar_name,
                  (*language)->grammar_version, syntax_grammar_abi(*language), (*language)->name);
    fputs(str_text(&text), out);
    str_release(&text);
}
