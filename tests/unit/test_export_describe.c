/* The description of an export has the names of the options. */
#include "export/export.h"
#include "tests/support/test.h"

/* The description as one line, in a static buffer. */
static const char *description(const struct export_view *view, const struct fix_choice *choice)
{
    static struct str text;
    struct export_options options = {.format = &export_format_messages, .view = *view};
    scoped(json) *json = export_describe(&options, choice);
    str_clear(&text);
    json_print(&text, json);
    str_add_text(&text, "\n");
    return str_text(&text);
}

TEST(description__is_null_where_nothing_is_asked_for)
{
    struct export_view view = {.task = export_tasks[0], .n_context = 3};
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    assert_string_equal(
        description(&view, &choice),
        "{\"format\":\"messages\",\"task\":\"repair\",\"granularity\":\"program\",\"context\":3,"
        "\"mark_location\":false,\"with_ids\":false,"
        "\"negatives\":0,\"category\":null,\"license\":null,\"where\":null,"
        "\"language\":null,\"max_tokens\":null,\"origin\":null,\"region\":null,\"sweep\":null,"
        "\"marked\":[\"none\"],\"one_per_cluster\":null,\"sample\":null,"
        "\"seed\":\"0\"}\n");
}

TEST(description__has_every_option)
{
    struct export_view view = {.task = export_task_find("locate"),
                               .granularity = GRANULARITY_LINE,
                               .n_context = 0,
                               .has_marks = true,
                               .has_ids = true};
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    array_push(&choice.filters[FILTER_CATEGORY].list, "literal");
    array_push(&choice.filters[FILTER_CATEGORY].list, "other");
    array_push(&choice.filters[FILTER_LICENSE].list, "permissive");
    array_push(&choice.filters[FILTER_LICENSE].list, "EUPL-1.2");
    array_push(&choice.filters[FILTER_LANGUAGE].list, "python");
    choice.where = "role = 'none'";
    choice.max_tokens = 9007199254740993;
    choice.marks = MARK_ALL;
    choice.one_per_cluster = "near";
    choice.n_sample = 5;
    choice.negatives = 0.25;
    choice.seed = "s";
    assert_string_equal(
        description(&view, &choice),
        "{\"format\":\"messages\",\"task\":\"locate\",\"granularity\":\"line\",\"context\":0,"
        "\"mark_location\":true,\"with_ids\":true,"
        "\"negatives\":0.25,\"category\":[\"literal\",\"other\"],"
        "\"license\":[\"permissive\",\"EUPL-1.2\"],"
        "\"where\":\"role = 'none'\",\"language\":\"python\","
        "\"max_tokens\":9007199254740993,\"origin\":null,\"region\":null,\"sweep\":null,"
        "\"marked\":[\"duplicates\",\"conflicts\",\"excluded\","
        "\"none\"],\"one_per_cluster\":\"near\","
        "\"sample\":5,\"seed\":\"s\"}\n");
}
