/* See broken_rows.h. */
#include "tests/support/broken_rows.h"

#include "tests/support/test.h"
#include "validate/row_formats.h"
#include "validate/row_validation.h"

static struct str found;

static void note_rule(void *context, const char *rule, const char *detail)
{
    (void)context;
    assert_true(*detail != '\0');
    str_print(&found, "%s%s", found.length ? " " : "", rule);
}

const char *broken_rules(const struct export_format *format, const char *line, size_t length)
{
    static struct row_reader reader;
    struct row_check check = {.report = note_rule};
    struct row_traits traits;
    scoped(arena) arena = {0};
    scoped(str) copy = {0};
    if (!reader.programs)
        reader.programs = row_programs_new();
    static struct export_feature features[EXPORT_MAX_FEATURES];
    bool has_system = false;
    reader.format = format;
    reader.has_ids = false;
    if (format) {
        row_format_detect_extras(line, length, format, &reader.has_ids, &has_system);
        export_features(features, format, reader.has_ids, has_system);
    }
    reader.features = features;
    reader.compares_content = true;
    str_add(&copy, line, length);
    str_clear(&found);
    row_validate(&reader, str_text(&copy), length, &check, &traits, &arena);
    return str_text(&found);
}

static void add_member(struct str *out, struct row_key member)
{
    if (member.value)
        str_print(out, "%s\"%s\": %s", out->length > 1 ? ", " : "", member.key, member.value);
}

static const struct row_key *find(const struct row_key *list, const char *key)
{
    for (; list->key; list++)
        if (strcmp(list->key, key) == 0)
            return list;
    return NULL;
}

static void make_row(struct str *out, const struct row_key *good, const struct row_key *changes)
{
    str_clear(out);
    str_add_text(out, "{");
    for (const struct row_key *member = good; member->key; member++) {
        const struct row_key *change = find(changes, member->key);
        add_member(out, change ? *change : *member);
    }
    for (const struct row_key *change = changes; change->key; change++)
        if (!find(good, change->key))
            add_member(out, *change);
    str_add_text(out, "}");
}

void expect_broken_rows(const struct export_format *format, const struct row_key *good,
                        const struct broken_row *rows, size_t n)
{
    scoped(str) line = {0};
    for (size_t i = 0; i < n; i++) {
        make_row(&line, good, rows[i].changes);
        const char *rules = broken_rules(format, str_text(&line), line.length);
        if (strcmp(rules, rows[i].rules) != 0)
            fail_msg("%s\n breaks    %s\n and not   %s", str_text(&line), rules, rows[i].rules);
    }
}
