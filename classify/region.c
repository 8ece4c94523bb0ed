/* The token decides, with the nodes around it. */
#include "classify/region.h"

const char *fix_region_name(int region)
{
    static const char *const names[N_REGIONS] = {
        [REGION_GENERATED] = "generated",
        [REGION_DOCSTRING] = "docstring",
        [REGION_IMPORT] = "import",
        [REGION_ANNOTATION] = "annotation",
        [REGION_VERSION] = "version",
        [REGION_MESSAGE] = "message",
        [REGION_TEST_EXPECTATION] = "test_expectation",
        [REGION_OUTPUT] = "output",
        [REGION_REGEX] = "regex",
        [REGION_FORMAT] = "format",
        [REGION_PATH_OR_URL] = "path_or_url",
        [REGION_IDENTIFIER_TEXT] = "identifier_text",
        [REGION_CODE] = "code",
    };
    return region < N_REGIONS ? names[region] : NULL;
}

enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path)
{
    (void)buggy, (void)fixed, (void)edit, (void)path;
    return REGION_CODE;
}
