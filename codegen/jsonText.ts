/** JSON as the formatter of this repository lays it out: objects open, short lists on one line. */
import { isObject } from '../runtime/core/object.ts';

const WIDTH = 110;

/** A list may stand on one line when nothing in it opens. */
const isFlat = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isFlat) : !isObject(value) || Object.keys(value).length === 0;

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  return isObject(value) ? '{}' : JSON.stringify(value);
}

/** Numbers fill lines, anything else gets a line of its own. */
function listText(items: readonly unknown[], indent: string): string {
  const inner = `${indent}  `;
  if (!items.every((item) => typeof item === 'number'))
    return `[\n${items.map((item) => inner + valueText(item, inner, inner.length + 1)).join(',\n')}\n${indent}]`;
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const text = JSON.stringify(item);
    if (last !== undefined && last.length + text.length + 3 <= WIDTH)
      lines[lines.length - 1] = `${last}, ${text}`;
    else lines.push(inner + text);
  }
  return `[\n${lines.join(',\n')}\n${indent}]`;
}

/** `used` is what stands before on the line, and the comma behind. */
function valueText(value: unknown, indent: string, used: number): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const line = inline(value);
    return isFlat(value) && used + line.length <= WIDTH ? line : listText(value, indent);
  }
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const inner = `${indent}  `;
  const lines = entries.map(([name, child], index) => {
    const start = `${inner}${JSON.stringify(name)}: `;
    return start + valueText(child, inner, start.length + (index < entries.length - 1 ? 1 : 0));
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

export const jsonText = (value: unknown): string => `${valueText(value, '', 0)}\n`;
