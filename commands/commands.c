#include "commands/commands.h"

const char program_summary[] = "single-token bug fixes from programming contest submissions";

const struct command *const commands[] = {
    &command_mine,
    &command_merge,
    &command_stats,
    &command_report,
    &command_show,
    &command_dedup,
    &command_split,
    &command_leak,
    &command_check,
    &command_verify,
    &command_mutate,
    &command_rewrite,
    &command_tag,
    &command_export,
    &command_baseline,
    &command_score,
    &command_publish,
    &command_validate,
    &command_diff,
    &command_tokens,
    &command_completion,
    &command_manual,
    NULL,
};
