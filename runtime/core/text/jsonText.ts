/** Formats JSON as in the definitions: values that fit are written in one line. */

const WIDTH = 110;
const INDENT = '  ';

/** Full-width characters. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g;
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${flat(one)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** Wraps a list of numbers into lines of limited width. */
function fill(numbers: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const [at, number] of numbers.entries()) {
    const last = lines.at(-1);
    const word = at < numbers.length - 1 ? `${number},` : number;
    if (last !== undefined && indent.length + last.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${indent}${line}`).join('\n');
}

/** `before`, `after`: widths of the text before and behind the value in its line. */
function write(value: unknown, indent: string, before: number, after: number): string {
  const line = flat(value);
  if (before + widthOf(line) + after <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}${INDENT}`;
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one === 'number'))
      return `[\n${fill(value.map(flat), inner)}\n${indent}]`;
    const items = value.map(
      (one, at) => `${inner}${write(one, inner, inner.length, at < value.length - 1 ? 1 : 0)}`,
    );
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value);
  const members = entries.map(([key, one], at) => {
    const name = `${JSON.stringify(key)}: `;
    return `${inner}${name}${write(one, inner, inner.length + widthOf(name), at < entries.length - 1 ? 1 : 0)}`;
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** Returns the text of a file in the project's JSON format. */
export const jsonText = (value: unknown): string => `${write(value, '', 0, 0)}\n`;
