# A CSV file as R reads it: csv_with_r.R base|readr FILE. Prints rows as with_csv.py does.
arguments <- commandArgs(trailingOnly = TRUE)
path <- arguments[2]
delimiter <- if (endsWith(path, ".tsv")) "\t" else ","
rows <- if (arguments[1] == "readr") {
  readr::read_delim(path, delimiter, na = character(), trim_ws = FALSE,
                    col_types = readr::cols(.default = "c"))
} else {
  read.csv(path, sep = delimiter, colClasses = "character", na.strings = character(),
           encoding = "UTF-8", check.names = FALSE)
}
hex <- function(text) paste(as.character(charToRaw(enc2utf8(text))), collapse = "")
print_row <- function(fields) cat(paste(vapply(fields, hex, ""), collapse = "\t"), "\n", sep = "")
print_row(names(rows))
for (i in seq_len(nrow(rows))) print_row(vapply(rows, function(column) column[i], ""))
