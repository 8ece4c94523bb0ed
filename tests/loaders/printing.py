"""The form in which all loaders print a row."""
import base64


def encoded(text):
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def print_row(row):
    print(
        row["id"],
        int(row["line"]),
        int(row["start_byte"]),
        "true" if row["repair_in_program"] else "false",
        row["category"],
        encoded(row["buggy_code"]),
        encoded(row["fixed_code"]),
        sep="\t",
    )
