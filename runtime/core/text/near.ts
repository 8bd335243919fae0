/** Returns the edit distance of two words: the number of changed, added, omitted or swapped characters. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

const FAR = 3;

/** Returns the most similar known name. Null if none is similar. */
export function nearest(word: string, words: readonly string[]): string | null {
  if (word.length < FAR) return null;
  const lowerCase = word.toLowerCase();
  const limit = Math.min(FAR, Math.ceil(word.length / FAR) + 1);
  const [best] = words
    .map((name) => ({ name, far: distance(lowerCase, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far < limit ? best.name : null;
}
