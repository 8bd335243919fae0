/** Rules on states: values with a meaning, given by number or by the variable's name for it. Pure. */

import { convertValue } from '../../telemetry/intake/value.ts';
import type { DataType } from '../../telemetry/types.ts';
import type { Condition, PointValue, StateName } from '../types.ts';

type State = Extract<Condition, { kind: 'state' }>;

/** Returns the boolean that a word means, as it is stored: 1 or 0. Null if the word has no such meaning. */
function booleanValue(word: string): string | null {
  const converted = convertValue(word, { dataType: 'boolean', scale: 1, offset: 0 });
  return converted.ok ? String(converted.value) : null;
}

/** Parses `3, Fault` to a list of states. For booleans (`on`), the list includes all words that a device may send. */
export function statesValues(text: string, dataType: DataType | null, names: readonly StateName[]): string[] {
  const words = text
    .split(/[,，;；]/)
    .map((word) => word.trim())
    .filter(Boolean);
  const isName = (word: string): boolean => names.some(({ name }) => name === word);
  const values = words.map((word) =>
    dataType === 'boolean' && !isName(word) ? (booleanValue(word) ?? word) : word,
  );
  return [...new Set(values)];
}

/** Returns the variable's name for a value. Null if there is none. */
export function stateName(names: readonly StateName[], value: PointValue): string | null {
  const number = typeof value === 'boolean' ? Number(value) : value;
  return names.find((state) => state.value === number)?.name ?? null;
}

/** Returns null without a value to evaluate. */
export function stateBad({ values, names }: State, value: PointValue): boolean | null {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return null;
  const number = typeof value === 'boolean' ? Number(value) : value;
  const words = [String(value), String(number), stateName(names, value)];
  return words.some((word) => word !== null && values.includes(word));
}
