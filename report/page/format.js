// Formats numbers, shares and dates.

const SPACE = "\u00a0"; // does not break

const formatCount = new Intl.NumberFormat("en-US").format;
const formatDecimals = [0, 1, 2].map(
  (n) =>
    new Intl.NumberFormat("en-US", { minimumFractionDigits: n, maximumFractionDigits: n }).format,
);

/** An object in which to look up words of the database: it has only the given names. */
const dictionary = (words) => Object.assign(Object.create(null), words);

/** A percentage of `whole` things, with no decimals below 100 things, one below 10,000, else two. A
 *  part is never rounded to none or to all: it is `<1 %` or `>99 %`. */
function formatPercent(percent, whole) {
  if (percent == null || !Number.isFinite(percent)) return "–";
  if (percent === 0) return `0${SPACE}%`;
  const decimals = whole < 100 ? 0 : whole < 10000 ? 1 : 2;
  const format = formatDecimals[decimals];
  const least = 10 ** -decimals;
  if (percent > 0 && percent < least / 2) return `<${SPACE}${format(least)}${SPACE}%`;
  if (percent >= 100 - least / 2 && percent < 100)
    return `>${SPACE}${format(100 - least)}${SPACE}%`;
  return `${format(percent)}${SPACE}%`;
}

/** The share of a part in a whole as a percentage; null if the whole is 0. */
const share = (part, whole) => (whole > 0 ? (100 * part) / whole : null);

const formatShare = (part, whole) => formatPercent(share(part, whole), whole);

/** `1 fix`, `2 fixes` */
function plural(n, one, many = `${one}s`) {
  return `${formatCount(n)}${SPACE}${n === 1 ? one : many}`;
}

/** `1 repository`, `2 repositories`: plural() in the words of the sources. */
const pluralOf = (n, one, many) => plural(n, called(one), called(many));

/** `File versions` */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** `a, b and c` */
function listOf(names) {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}

/** `2019-03-31 12:34` of Unix seconds, UTC. */
function formatTime(seconds) {
  const date = new Date(1000 * seconds);
  return Number.isNaN(date.valueOf()) ? "–" : date.toISOString().slice(0, 16).replace("T", " ");
}

/** `variable misuse` of `variable_misuse` */
const words = (name) => plain(name ?? "–").replaceAll("_", " ");
