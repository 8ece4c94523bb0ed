#include "commands/naming.h"

#include "base/date.h"
#include "base/str.h"
#include "export/publish/codenet_origin.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 96 }; /* the limit of hubs */

/* A line of UTF-8 without control characters. */
static bool is_line(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            return false;
    return length && utf8_is_valid(text, length);
}

static int take_line(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    if (!is_line(text))
        return err_set(err, "--%s takes a non-empty line of UTF-8 text without control characters",
                       option->name);
    return option_take_text(option, text, variable, err);
}

static int take_creator(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    const char *creator;
    if (take_line(option, text, &creator, err) != 0)
        return ERR;
    return option_take_texts(option, text, variable, err);
}

static int take_name(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-_.";
    size_t length = strlen(text);
    bool is_good = length && length <= (size_t)option->max && !text[strspn(text, allowed)] &&
                   isalnum((unsigned char)text[0]) && isalnum((unsigned char)text[length - 1]) &&
                   !strstr(text, "--") && !strstr(text, "..");
    return is_good ? option_take_text(option, text, variable, err) : ERR;
}

static int take_version(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    int end = 0;
    if (sscanf(text, "%*6[0-9].%*6[0-9].%*6[0-9]%n", &end) != 0 || !end || text[end])
        return ERR;
    return option_take_text(option, text, variable, err);
}

static int take_license(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    const struct license **out = variable;
    scoped(str) known = {0};
    *out = license_find(text);
    if (*out)
        return 0;
    for (const struct license *const *license = licenses; *license; license++)
        str_print(&known, "%s%s", license == licenses ? "" : ", ", (*license)->id);
    return err_set(err, "--%s: unknown value '%s'; use one of: %s", option->name, text,
                   str_text(&known));
}

static int take_url(const struct command_option *option, const char *text, void *variable,
                    struct err *err)
{
    bool is_web = strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
    if (!is_web || !is_line(text) || text[strcspn(text, " <>\"{}|\\^`")])
        return ERR;
    return option_take_text(option, text, variable, err);
}

static int take_day(const struct command_option *option, const char *text, void *variable,
                    struct err *err)
{
    int64_t seconds;
    if (strlen(text) + 1 != DATE_TEXT_SIZE || text[4] != '-' || date_parse(&seconds, text) != 0)
        return ERR;
    return option_take_text(option, text, variable, err);
}

const struct command_option naming_options[] = {
    {0, "name", "NAME", "name on the hub: letters, digits, '-', '_' and '.'",
     .otherwise = "single-token-fixes-LANGUAGE, with all languages", .max = MAX_NAME,
     .takes = "up to {max} letters, digits, '-', '_' and '.', the first and last a letter or digit",
     TO_VARIABLE(const char *, naming, names.name, take_name)},
    {0, "title", "TEXT", "title for readers",
     .otherwise = "Single-token bug fixes in LANGUAGE, with all languages",
     TO_VARIABLE(const char *, naming, names.title, take_line)},
    {0, "version", "X.Y.Z", "version of the data set", "1.0.0", .takes = "a number such as 1.0.0",
     TO_VARIABLE(const char *, naming, names.version, take_version)},
    {0, "license", "ID", "licence: cdla-permissive-2.0, cc-by-4.0, ..., or other",
     .otherwise = "cdla-permissive-2.0 for Project CodeNet; required for other data",
     TO_VARIABLE(const struct license *, naming, names.license, take_license)},
    {0, "creator", "PERSON", "creator of the data set; may be repeated", .otherwise = "Anonymous",
     TO_VARIABLE(struct text_list, naming, creators, take_creator)},
    {0, "url", "URL", "web address of the data set",
     .otherwise = "that of Project CodeNet; none for other data",
     .takes = "a web address that begins with https:// or http://",
     TO_VARIABLE(const char *, naming, names.url, take_url)},
    {0, "date", "YYYY-MM-DD", "date of publication",
     .otherwise =
         "the day of the newest submission, so that the same database gives the same bytes",
     .takes = "a day such as 2024-01-31", TO_VARIABLE(const char *, naming, names.date, take_day)},
    {0},
};

void naming_complete(struct naming *naming, struct text_list *of, bool is_codenet)
{
    struct edition_names *names = &naming->names;
    if (!names->license && is_codenet)
        names->license = license_of_codenet;
    if (!names->url && is_codenet)
        names->url = source_url;
    if (!naming->creators.n)
        array_push(&naming->creators, "Anonymous");
    names->creators = naming->creators.items;
    names->n_creators = naming->creators.n;
    scoped(str) name = {0}, title = {0};
    str_add_text(&title, "Single-token bug fixes in ");
    edition_add_languages(&title, of);
    str_add_text(&name, "single-token-fixes");
    for (size_t i = 0; i < of->n; i++)
        str_print(&name, "-%s", of->items[i]);
    if (!names->name)
        names->name = option_copy(str_text(&name));
    if (!names->title)
        names->title = option_copy(str_text(&title));
}
