#include "export/publish/edition.h"

#include <stddef.h>
#include <strings.h>

#define COMMONS(id, spdx, name, path)                                                 \
    {                                                                                 \
        id, spdx, "Creative Commons " name, "https://creativecommons.org/" path, true \
    }

/* The Citation File Format took its list in May 2021, before there was CDLA 2.0. */
static const struct license
    cdla_permissive_2 = {"cdla-permissive-2.0", "CDLA-Permissive-2.0",
                         "Community Data License Agreement, Permissive, 2.0",
                         "https://cdla.dev/permissive-2-0/", false},
    cdla_permissive_1 = {"cdla-permissive-1.0", "CDLA-Permissive-1.0",
                         "Community Data License Agreement, Permissive, 1.0",
                         "https://cdla.dev/permissive-1-0/", true},
    cdla_sharing_1 = {"cdla-sharing-1.0", "CDLA-Sharing-1.0",
                      "Community Data License Agreement, Sharing, 1.0",
                      "https://cdla.dev/sharing-1-0/", true},
    cc0 = COMMONS("cc0-1.0", "CC0-1.0", "Zero 1.0", "publicdomain/zero/1.0/"),
    cc_by = COMMONS("cc-by-4.0", "CC-BY-4.0", "Attribution 4.0", "licenses/by/4.0/"),
    cc_by_sa = COMMONS("cc-by-sa-4.0", "CC-BY-SA-4.0", "Attribution Share Alike 4.0",
                       "licenses/by-sa/4.0/"),
    cc_by_nc = COMMONS("cc-by-nc-4.0", "CC-BY-NC-4.0", "Attribution Non Commercial 4.0",
                       "licenses/by-nc/4.0/"),
    cc_by_nc_sa = COMMONS("cc-by-nc-sa-4.0", "CC-BY-NC-SA-4.0",
                          "Attribution Non Commercial Share Alike 4.0", "licenses/by-nc-sa/4.0/"),
    odc_by = {"odc-by", "ODC-By-1.0", "Open Data Commons Attribution 1.0",
              "https://opendatacommons.org/licenses/by/1-0/", true},
    apache_2 = {"apache-2.0", "Apache-2.0", "Apache License 2.0",
                "https://www.apache.org/licenses/LICENSE-2.0", true},
    mit = {"mit", "MIT", "MIT License", "https://opensource.org/license/mit/", true},
    other = {"other", NULL, "another licence", NULL, false};

const struct license *const licenses[] = {&cdla_permissive_2,
                                          &cdla_permissive_1,
                                          &cdla_sharing_1,
                                          &cc0,
                                          &cc_by,
                                          &cc_by_sa,
                                          &cc_by_nc,
                                          &cc_by_nc_sa,
                                          &odc_by,
                                          &apache_2,
                                          &mit,
                                          &other,
                                          NULL};

const struct license *const license_of_codenet = &cdla_permissive_2;

const struct license *license_find(const char *id)
{
    for (const struct license *const *license = licenses; *license; license++)
        if (strcasecmp((*license)->id, id) == 0 ||
            ((*license)->spdx && strcasecmp((*license)->spdx, id) == 0))
            return *license;
    return NULL;
}

void edition_release(struct edition *edition)
{
    array_release(&edition->files);
    arena_release(&edition->arena);
    export_counts_release(&edition->left_out);
}
