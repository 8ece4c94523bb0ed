// Everything in its turn: first what is seen first.

startTheme();
startHeader();
startKeyFigures();
addEventListener("beforeprint", drawAll);
