#define rep(i, n) for (int i = 0; i < (n); i++)
#include <cstdio>
int main() {
    int s = 0;
    rep(i, 10) {
        if (i % 2 == 0) s += i;
    }
    rep(j, 3) s++;
    printf("%d\n", s);
}
