// Finds the difference of two programs, line by line. Equal lines at both ends are set aside. Of
// the lines between them, a longest common subsequence counts as unchanged.

const MAX_CELLS = 4e6; // in the table of lengths; a larger middle counts as replaced as a whole

/** The lines of a text, {text, start}; lines end in LF, CRLF or CR. */
function linesOf(text) {
  const lines = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, index), start });
    start = index + end.length;
  }
  if (start < text.length || !lines.length) lines.push({ text: text.slice(start), start });
  return lines;
}

/** A function of i and j: the length of the longest common subsequence of a from i and b from j. */
function commonLengths(a, b) {
  const wide = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * wide + j] =
        a[i].text === b[j].text
          ? lengths[(i + 1) * wide + j + 1] + 1
          : Math.max(lengths[(i + 1) * wide + j], lengths[i * wide + j + 1]);
  return (i, j) => lengths[i * wide + j];
}

/** The rows of a unified diff: {sign, buggy, fixed}, indices of lines or null. */
function diffLines(a, b) {
  let head = 0;
  while (head < a.length && head < b.length && a[head].text === b[head].text) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail].text === b[b.length - 1 - tail].text
  )
    tail++;
  const [endA, endB] = [a.length - tail, b.length - tail];
  const rows = d3.range(head).map((i) => ({ sign: " ", buggy: i, fixed: i }));
  const isSmall = (endA - head) * (endB - head) <= MAX_CELLS;
  const length = isSmall ? commonLengths(a.slice(head, endA), b.slice(head, endB)) : () => 0;
  let [i, j] = [head, head];
  while (i < endA || j < endB)
    if (isSmall && i < endA && j < endB && a[i].text === b[j].text)
      rows.push({ sign: " ", buggy: i++, fixed: j++ });
    else if (
      j === endB ||
      (i < endA && length(i + 1 - head, j - head) >= length(i - head, j + 1 - head))
    )
      rows.push({ sign: "-", buggy: i++, fixed: null });
    else rows.push({ sign: "+", buggy: null, fixed: j++ });
  for (let k = 0; k < tail; k++) rows.push({ sign: " ", buggy: endA + k, fixed: endB + k });
  return rows;
}
