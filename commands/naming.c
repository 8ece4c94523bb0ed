/* See naming.h. */
#include "commands/naming.h"

#include "base/date.h"
#include "base/utf8.h"
#include "publish/codenet_origin.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 96 }; /* as hubs allow */

const struct command_option naming_options[] = {
    {NAMING_NAME, "name", "NAME", "letters, digits, '-', '_' and '.', as hubs take them",
     "single-token-fixes-LANGUAGE", NULL},
    {NAMING_TITLE, "title", "TEXT", "for people", "Single-token bug fixes in LANGUAGE", NULL},
    {NAMING_VERSION, "version", "X.Y.Z", "of the data set", "1.0.0", NULL},
    {NAMING_LICENSE, "license", "ID", "cdla-permissive-2.0, cc-by-4.0, ..., or other",
     "Project CodeNet's, cdla-permissive-2.0, where the problems are CodeNet's; of other data it "
     "must be given",
     NULL},
    {NAMING_CREATOR, "creator", "PERSON", "who made it; may be repeated", "Anonymous", NULL},
    {NAMING_URL, "url", "URL", "where the data set is", "Project CodeNet's; of other data none",
     NULL},
    {NAMING_DATE, "date", "YYYY-MM-DD", "of publication",
     "the day of the newest submission in it, so that the same database gives the same bytes",
     NULL},
    {0},
};

struct naming naming_default(void)
{
    return (struct naming){.names = {.version = "1.0.0"}};
}

void naming_release(struct naming *naming)
{
    array_release(&naming->creators);
    str_release(&naming->name);
    str_release(&naming->title);
}

/* A line of UTF-8 without control characters. */
static bool is_line(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            return false;
    return length && utf8_is_valid(text, length);
}

static int set_line(const struct command *command, const char *option, const char **out)
{
    if (!is_line(optarg))
        return command_usage(command, "%s takes a line of text without control characters", option);
    *out = optarg;
    return EXIT_OK;
}

static int set_name(const struct command *command, const char **out)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-_.";
    size_t length = strlen(optarg);
    bool is_good = length && length <= MAX_NAME && !optarg[strspn(optarg, allowed)] &&
                   isalnum((unsigned char)optarg[0]) &&
                   isalnum((unsigned char)optarg[length - 1]) && !strstr(optarg, "--") &&
                   !strstr(optarg, "..");
    if (!is_good)
        return command_usage(command,
                             "--name takes up to %d letters, digits, '-', '_' and '.', the first "
                             "and last a letter or digit, not '%s'",
                             MAX_NAME, optarg);
    *out = optarg;
    return EXIT_OK;
}

static int set_version(const struct command *command, const char **out)
{
    int end = 0;
    if (sscanf(optarg, "%*6[0-9].%*6[0-9].%*6[0-9]%n", &end) != 0 || !end || optarg[end])
        return command_usage(command, "--version takes a number such as 1.0.0, not '%s'", optarg);
    *out = optarg;
    return EXIT_OK;
}

static int set_license(const struct command *command, const struct license **out)
{
    struct str known = {0};
    *out = license_find(optarg);
    if (*out)
        return EXIT_OK;
    for (const struct license *const *license = licenses; *license; license++)
        str_print(&known, "%s%s", license == licenses ? "" : ", ", (*license)->id);
    command_usage(command, "--license does not know '%s'; there are: %s", optarg, str_text(&known));
    str_release(&known);
    return EXIT_USAGE;
}

static int set_url(const struct command *command, const char **out)
{
    bool is_web = strncmp(optarg, "https://", 8) == 0 || strncmp(optarg, "http://", 7) == 0;
    if (!is_web || !is_line(optarg) || optarg[strcspn(optarg, " <>\"{}|\\^`")])
        return command_usage(command, "--url takes an address that begins with https://, not '%s'",
                             optarg);
    *out = optarg;
    return EXIT_OK;
}

static int set_date(const struct command *command, const char **out)
{
    int64_t seconds;
    if (strlen(optarg) + 1 != DATE_TEXT_SIZE || optarg[4] != '-' ||
        date_parse(&seconds, optarg) != 0)
        return command_usage(command, "--date takes a day such as 2024-01-31, not '%s'", optarg);
    *out = optarg;
    return EXIT_OK;
}

static int add_creator(const struct command *command, struct naming *naming)
{
    const char *creator = NULL;
    int status = set_line(command, "--creator", &creator);
    if (status == EXIT_OK)
        array_push(&naming->creators, creator);
    return status;
}

int naming_set(const struct command *command, struct naming *naming, int code)
{
    struct publication_names *names = &naming->names;
    switch (code) {
    case NAMING_NAME:
        return set_name(command, &names->name);
    case NAMING_TITLE:
        return set_line(command, "--title", &names->title);
    case NAMING_VERSION:
        return set_version(command, &names->version);
    case NAMING_LICENSE:
        return set_license(command, &names->license);
    case NAMING_CREATOR:
        return add_creator(command, naming);
    case NAMING_URL:
        return set_url(command, &names->url);
    case NAMING_DATE:
        return set_date(command, &names->date);
    default:
        return NAMING_NOT;
    }
}

void naming_complete(struct naming *naming, const char *language, bool is_codenet)
{
    struct publication_names *names = &naming->names;
    if (!names->license && is_codenet)
        names->license = license_of_codenet;
    if (!names->url && is_codenet)
        names->url = source_url;
    if (!naming->creators.n)
        array_push(&naming->creators, "Anonymous");
    names->creators = naming->creators.items;
    names->n_creators = naming->creators.n;
    str_print(&naming->name, "single-token-fixes-%s", language);
    str_print(&naming->title, "Single-token bug fixes in %c%s", toupper((unsigned char)*language),
              *language ? language + 1 : "");
    if (!names->name)
        names->name = str_text(&naming->name);
    if (!names->title)
        names->title = str_text(&naming->title);
}
