/* See describe.h. */
#include "export/describe.h"

#include "export/parquet.h"

#include "base/sha256.h"

/* NULL, which becomes null, where nothing is named. */
static struct json *names_of(const struct text_list *names)
{
    return names->n ? json_texts(names->items, names->n) : NULL;
}

/* A bound; NULL where there is none. */
static struct json *bound_of(int64_t bound, int64_t none)
{
    return bound == none ? NULL : json_int_value(bound);
}

static void describe_view(struct json *object, const struct export_view *view, bool has_prompt)
{
    char sha256[SHA256_HEX_SIZE];
    sha256_hex(str_text(&view->template->source), view->template->source.length, sha256);
    json_add(object, J_TEXT("task", view->task->name),
             J_TEXT("granularity", granularity_name(view->granularity)),
             J_INT("context", view->n_context), J_BOOL("mark_location", view->has_marks),
             J_BOOL("with_ids", view->has_ids), J_TEXT("system", view->system),
             J_TEXT("template", has_prompt ? str_text(&view->template->source) : NULL),
             J_TEXT("template_sha256", has_prompt ? sha256 : NULL));
}

static struct json *kept_of(unsigned kept)
{
    static const char *const names[] = {"duplicates", "conflicts", "excluded"};
    struct json *list = json_array();
    for (int mark = 0; mark < N_FIX_MARKS; mark++)
        if (kept & (1u << mark))
            json_push_text(list, names[mark]);
    return list;
}

/* What only some exports have is left out of others, whose account stays as it was before there was
 * such a thing. */
struct json *export_describe(const struct export_options *options, const struct fix_choice *choice)
{
    struct json *object = json_make(J_TEXT("format", options->format->name));
    int64_t max_tokens = choice->max_tokens < choice->format_max_tokens ? choice->max_tokens
                                                                        : choice->format_max_tokens;
    bool repair_in_program = choice->repair_in_program > 0;
    if (options->is_parquet)
        json_add(object, J_TEXT("files", "parquet"), J_TEXT("parquet_writer", parquet_writer()));
    describe_view(object, &options->view, options->format->has_prompt);
    if (options->fits)
        json_set_int(object, "fits", options->fits);
    json_add(object, J_DOUBLE("negatives", choice->negatives),
             J_VALUE("category", names_of(&choice->categories)));
    if (choice->origins.n)
        json_set(object, "origin", names_of(&choice->origins));
    return json_add(
        object, J_VALUE("pattern", names_of(&choice->patterns)),
        J_VALUE("role", names_of(&choice->roles)), J_VALUE("status", names_of(&choice->statuses)),
        J_TEXT("language", choice->language),
        J_VALUE("original_language", names_of(&choice->original_languages)),
        J_VALUE("dialect", names_of(&choice->dialects)),
        J_VALUE("min_tokens", bound_of(choice->min_tokens, 0)),
        J_VALUE("max_tokens", bound_of(max_tokens, INT64_MAX)),
        J_VALUE("since", bound_of(choice->since, INT64_MIN)),
        J_VALUE("before", bound_of(choice->before, INT64_MAX)),
        J_VALUE("repair_in_program",
                choice->repair_in_program < 0 ? NULL : json_bool_value(repair_in_program)),
        J_VALUE("keep", kept_of(choice->kept)), J_TEXT("one_per_cluster", choice->one_per_cluster),
        J_TEXT("balance", choice->balances_categories ? "category" : NULL),
        J_VALUE("sample", bound_of(choice->n_sample, -1)), J_TEXT("seed", choice->seed),
        J_TEXT("shuffle", choice->shuffle_seed));
}
