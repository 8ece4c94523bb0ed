// Numbers, shares and dates as text.

const SPACE = "\u00a0"; // does not break

const formatCount = new Intl.NumberFormat("en-US").format;
const formatTenth = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
}).format;

/** What words of a store are looked up in: it has nothing but the given names. */
const dictionary = (words) => Object.assign(Object.create(null), words);

/** A percentage with one decimal; what would be rounded to nothing, or to all, is not. */
function formatPercent(percent) {
  if (percent == null || !Number.isFinite(percent)) return "–";
  if (percent === 0) return `0${SPACE}%`;
  if (percent > 0 && percent < 0.05) return `<${SPACE}0.1${SPACE}%`;
  if (percent >= 99.95 && percent < 100) return `>${SPACE}99.9${SPACE}%`;
  return `${formatTenth(percent)}${SPACE}%`;
}

/** The share of a part in a whole as a percentage; null of nothing. */
const share = (part, whole) => (whole > 0 ? (100 * part) / whole : null);

const formatShare = (part, whole) => formatPercent(share(part, whole));

/** `1 fix`, `2 fixes` */
function plural(n, one, many = `${one}s`) {
  return `${formatCount(n)}${SPACE}${n === 1 ? one : many}`;
}

/** `2019-03-31 12:34` of Unix seconds, UTC. */
function formatTime(seconds) {
  const date = new Date(1000 * seconds);
  return Number.isNaN(date.valueOf()) ? "–" : date.toISOString().slice(0, 16).replace("T", " ");
}

/** `variable misuse` of `variable_misuse` */
const words = (name) => plain(name ?? "–").replaceAll("_", " ");
