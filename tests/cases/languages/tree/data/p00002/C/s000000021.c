#include <stdio.h>

int main(void)
{
    long n;
    scanf("%d", &n);
    printf("%d\n", n % 2);
    return 0;
}
