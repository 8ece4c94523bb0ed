/* tokfix: single-token bug fixes from programming contest submissions. */
#include <stdio.h>

int main(void)
{
    printf("tokfix %s\n", TOKFIX_VERSION);
    return fclose(stdout) == 0 ? 0 : 1;
}
