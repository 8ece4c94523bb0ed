#include <stdio.h>

int main(void)
{
    int n;
    scanf("%d", &n);
    printf("%d\n", n % 2);
    return 0;
}
