// The tokens of Go programs as go/scanner sees them. Standard input has the paths, one a line. For
// each token it prints the path, the start byte and the end byte, separated by tabs. A semicolon
// that a line end stands for is empty, at the end of the token before it. A program that the
// scanner refuses has a line with its path only.
package main

import (
	"bufio"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
)

func main() {
	paths := bufio.NewScanner(os.Stdin)
	for paths.Scan() {
		path := paths.Text()
		text, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		var s scanner.Scanner
		files := token.NewFileSet()
		file := files.AddFile(path, -1, len(text))
		lines, end := "", 0
		s.Init(file, text, nil, 0)
		for {
			position, kind, literal := s.Scan()
			if kind == token.EOF {
				break
			}
			start := file.Offset(position)
			if kind == token.SEMICOLON && literal == "\n" {
				start = end
			} else if literal != "" && kind != token.SEMICOLON {
				end = start + len(literal)
			} else {
				end = start + len(kind.String())
			}
			lines += fmt.Sprintf("%s\t%d\t%d\n", path, start, end)
		}
		if s.ErrorCount > 0 {
			lines = path + "\n"
		}
		fmt.Print(lines)
	}
}
