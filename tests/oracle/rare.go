package main /* a comment
 ends a line */ import (
	"fmt"; . "math"
	_ `strings`
)

type T[K comparable, V ~int | ~string] struct{ a, b int "tag"; c struct{} }
type I interface{ M() }

const (
	α, ñ_1 = iota, 0x1p-2
	_世界    = 0X_1FFFP-16
	d      = 0b_10 + 0o17 + 017 + 1_000 + 1e+3 + .5e-3i + 1.i + 0x.8p1
)

var r = '\'' + '\\' + 'é' + '\u00e9' + '\x41' + '\101' + '"'
var s = "a\"b\\" + `raw \` + `two
lines "x" ' // not a comment /* no */`

func (t *T[K, V]) F(a ...interface{}) (x interface{}, err error) {
	return
}

func g() struct{ x int } { return struct{ x int }{1} }
func main() {
L:
	for i := range []int{1, 2} { if i&^1 == 0 || !true { continue L } else { break } /* c
	*/ }
	c := make(chan<- int); c <- 1
	x, y := 1, 2
	x &^= y; x <<= 1; y++
	x -- // comment
	switch z := r; { case z > 'a': fallthrough
	default: goto L }
	defer func() { recover() }()
	fmt.Println(s, nil, false, d, Pi, ñ_1) }
