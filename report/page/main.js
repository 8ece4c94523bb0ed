// Starts every part, in the order in which the reader sees them.

startTheme();
startHeader();
startKeyFigures();
startFunnel();
startCategories();
startPatterns();
startEdits();
startVerdicts();
startSize();
startPlace();
startHistories();
startTime();
startProblems();
startDuplicates();
startSplits();
startLeakage();
startFilters();
startContents();
whenIdle(drawWhenIdle);
whenIdle(fillWhenIdle);
addEventListener("hashchange", goToFragment);
addEventListener("beforeprint", drawAll);
goToFragment();
