// Everything in its turn: first what is seen first.

startTheme();
startHeader();
startKeyFigures();
startFilters();
startContents();
whenIdle(drawWhenIdle);
whenIdle(fillHaystacks);
addEventListener("hashchange", goToFragment);
addEventListener("beforeprint", drawAll);
goToFragment();
