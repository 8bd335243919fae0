/** A line of the comparison of two texts. */
export interface DiffLine {
  sign: ' ' | '+' | '-';
  text: string;
}

/** Limit of the product of both line counts. Above it, all differing lines are shown as removed and added. */
const MAX_CELLS = 4_000_000;

/** Returns the longest common lines of the middle, by dynamic programming. */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ sign: '-', text }));
  const added = after.map((text): DiffLine => ({ sign: '+', text }));
  if (before.length * after.length > MAX_CELLS) return [...removed, ...added];
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i * width + j] =
        before[i] === after[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i]! });
      i++;
      j++;
    } else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!) lines.push(removed[i++]!);
    else lines.push(added[j++]!);
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
}

export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (text: string): DiffLine => ({ sign: ' ', text });
  return [
    ...a.slice(0, start).map(same),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

/** Returns only the changes with a few lines around them. Null replaces omitted lines. */
export function shortenDiff(lines: readonly DiffLine[], around = 3): (DiffLine | null)[] {
  const near = new Set<number>();
  for (const [at, { sign }] of lines.entries())
    if (sign !== ' ') for (let line = at - around; line <= at + around; line++) near.add(line);
  const shown: (DiffLine | null)[] = [];
  for (const [at, line] of lines.entries()) {
    if (near.has(at)) shown.push(line);
    else if (shown.at(-1) !== null) shown.push(null);
  }
  return shown;
}
