// Starts every part, in the order in which the reader sees them.

const blank = byId("main").cloneNode(true);

function startReport() {
  markLanguage();
  startTexts();
  startHeader();
  startKeyFigures();
  startLanguages();
  startFunnel();
  startCategories();
  startSources();
  startPatterns();
  startEdits();
  startVerdicts();
  startExecution();
  startSize();
  startPlace();
  startHistories();
  startTime();
  startProblems();
  startAllGroups();
  startDuplicates();
  startSplits();
  startLeakage();
  startTasks();
  startFilters();
  watchSections();
  whenIdle(drawWhenIdle);
}

/** Shows a language, or all, in the place of what is shown. The filters stay where they can. */
function showLanguage(key) {
  const before = shownLanguage;
  const filter = readFilter();
  const top = scrollY;
  chooseLanguage(key);
  if (shownLanguage === before) return;
  forgetFigures();
  byId("main").replaceWith(blank.cloneNode(true));
  startReport();
  setFilter(filter);
  drawAll();
  scrollTo({ top, behavior: "instant" });
}

startTheme();
startSwitch();
chooseLanguage(readAddress()?.language);
startReport();
startContents();
whenIdle(fillWhenIdle);
addEventListener("hashchange", goToFragment);
addEventListener("beforeprint", drawAll);
goToFragment();
