/* See describe.h. */
#include "export/describe.h"

#include "export/parquet.h"

#include "base/sha256.h"

#include <string.h>

static void set_names(struct json *object, const char *name, const struct text_list *names)
{
    if (!names->n) {
        json_set_text(object, name, NULL);
        return;
    }
    struct json *list = json_array();
    for (size_t i = 0; i < names->n; i++)
        json_push_text(list, names->items[i]);
    json_set(object, name, list);
}

/* A bound, null where there is none. */
static void set_bound(struct json *object, const char *name, int64_t bound, int64_t none)
{
    json_set(object, name, bound == none ? json_text_value(NULL) : json_int_value(bound));
}

static void describe_view(struct json *object, const struct export_view *view, bool has_prompt)
{
    char sha256[SHA256_HEX_SIZE];
    sha256_hex(str_text(&view->template->source), view->template->source.length, sha256);
    json_set_text(object, "task", view->task->name);
    json_set_text(object, "granularity", granularity_name(view->granularity));
    json_set_int(object, "context", view->n_context);
    json_set_bool(object, "mark_location", view->has_marks);
    json_set_bool(object, "with_ids", view->has_ids);
    json_set_text(object, "system", view->system);
    json_set_text(object, "template", has_prompt ? str_text(&view->template->source) : NULL);
    json_set_text(object, "template_sha256", has_prompt ? sha256 : NULL);
}

static void describe_kept(struct json *object, unsigned kept)
{
    struct json *list = json_array();
    if (kept & MARK_DUPLICATE)
        json_push_text(list, "duplicates");
    if (kept & MARK_CONFLICTING)
        json_push_text(list, "conflicts");
    if (kept & MARK_EXCLUDED)
        json_push_text(list, "excluded");
    json_set(object, "keep", list);
}

struct json *export_describe(const struct export_options *options, const struct fix_choice *choice)
{
    struct json *object = json_object();
    json_set_text(object, "format", options->format->name);
    if (options->is_parquet) { /* else the account of JSON lines stays as it was */
        json_set_text(object, "files", "parquet");
        json_set_text(object, "parquet_writer", parquet_writer());
    }
    describe_view(object, &options->view, options->format->has_prompt);
    if (options->fits) /* else an account stays as it was */
        json_set_int(object, "fits", options->fits);
    json_set_double(object, "negatives", choice->negatives);
    set_names(object, "category", &choice->categories);
    if (choice->origins
            .n) /* else what a store without mutants has, whose account stays as it was */
        set_names(object, "origin", &choice->origins);
    set_names(object, "pattern", &choice->patterns);
    set_names(object, "role", &choice->roles);
    set_names(object, "status", &choice->statuses);
    json_set_text(object, "language", choice->language);
    set_names(object, "original_language", &choice->original_languages);
    set_names(object, "dialect", &choice->dialects);
    set_bound(object, "min_tokens", choice->min_tokens, 0);
    set_bound(object, "max_tokens",
              choice->max_tokens < choice->format_max_tokens ? choice->max_tokens
                                                             : choice->format_max_tokens,
              INT64_MAX);
    set_bound(object, "since", choice->since, INT64_MIN);
    set_bound(object, "before", choice->before, INT64_MAX);
    json_set(object, "repair_in_program",
             choice->repair_in_program < 0 ? json_text_value(NULL)
                                           : json_bool_value(choice->repair_in_program != 0));
    describe_kept(object, choice->kept);
    json_set_text(object, "one_per_cluster", choice->one_per_cluster);
    json_set_text(object, "balance", choice->balances_categories ? "category" : NULL);
    set_bound(object, "sample", choice->n_sample, -1);
    json_set_text(object, "seed", choice->seed);
    json_set_text(object, "shuffle", choice->shuffle_seed);
    return object;
}
