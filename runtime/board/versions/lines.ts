/** Compares two texts line by line: removed, added and unchanged lines. */
export interface Line {
  kind: 'same' | 'before' | 'after';
  text: string;
}

/** Returns the lengths of the longest common subsequences from the end, as a table. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i] as Uint32Array;
      const below = table[i + 1] as Uint32Array;
      row[j] = a[i] === b[j] ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!);
    }
  }
  return table;
}

export function compareLines(before: string, after: string): Line[] {
  const a = before === '' ? [] : before.split('\n');
  const b = after === '' ? [] : after.split('\n');
  const table = commonLengths(a, b);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i]! });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && table[i + 1]![j]! >= table[i]![j + 1]!)) {
      lines.push({ kind: 'before', text: a[i++]! });
    } else lines.push({ kind: 'after', text: b[j++]! });
  }
  return lines;
}
