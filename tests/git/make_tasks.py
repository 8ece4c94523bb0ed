"""Makes small git repositories, and a list of tasks for them, to test the search for solutions.

  make_tasks.py OUT   makes the folder OUT/made with a folder for each repository, OUT/tasks.jsonl,
                      OUT/lists/NAME.jsonl with the tasks of each repository, and OUT/expected.json:

  {ID: {"note": "what the repository is about",
        "sights": {SIGHT: {"is_sealed", "applies", "decision", "off", "findings": [...]}}}}

The findings are those of the report of tokfix, without what is not about the graph or the kind."""

import inspect
import os
import sys

sys.dont_write_bytecode = True  # the source tree stays clean
# ruff: noqa: E402, F401 (the cases register themselves)
import task_cases
from task_repository import TASK_CASES, TaskRepository, write_lists


def main():
    out = os.path.abspath(sys.argv[1])
    made = []
    for function in TASK_CASES:
        note = " ".join(inspect.getdoc(function).split())

        def make(name=None, function=function, note=note, **options):
            name = name or function.__name__.replace("_", "-")
            made.append(TaskRepository(os.path.join(out, "made"), name, note, **options))
            return made[-1]

        function(make)
    n = write_lists(out, made)
    print(f"{len(made)} repositories, {n} tasks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
