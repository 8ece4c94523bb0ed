// Starts every part, in the order in which the reader sees them.

const blank = byId("main").cloneNode(true);
let blankContents; // the entries of all sections

function startReport() {
  markLanguage();
  startTexts();
  startHeader();
  startKeyFigures();
  startCategories();
  startExamples();
  startLanguages();
  startEdits();
  startPatterns();
  startSources();
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
  startFunnel();
  startProvenance();
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
  contentsList().replaceWith(blankContents.cloneNode(true));
  startReport();
  setFilter(filter);
  drawAll();
  scrollTo({ top, behavior: "instant" });
}

startTheme();
startSwitch();
blankContents = contentsList().cloneNode(true);
chooseLanguage(readAddress()?.language);
startReport();
startContents();
whenIdle(fillWhenIdle);
addEventListener("hashchange", goToFragment);
addEventListener("beforeprint", drawAll);
goToFragment();
