/** States: values with a meaning, by number or by the name in the variable. Pure. */

import { convertValue } from '../../telemetry/intake/value.ts';
import type { DataType } from '../../telemetry/types.ts';
import type { Condition, PointValue, StateName } from '../types.ts';

type State = Extract<Condition, { kind: 'state' }>;

/** Returns the meaning of a word as a boolean, which is stored as 1 or 0. Null if it has none. */
function booleanValue(word: string): string | null {
  const converted = convertValue(word, { dataType: 'boolean', scale: 1, offset: 0 });
  return converted.ok ? String(converted.value) : null;
}

/** `3, Fault` → the states that are meant; of a boolean (`on`) in the words that its device may send as well. */
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

/** Returns the variable's name of a value. Null if it has none. */
export function stateName(names: readonly StateName[], value: PointValue): string | null {
  const number = typeof value === 'boolean' ? Number(value) : value;
  return names.find((state) => state.value === number)?.name ?? null;
}

/** Returns null if there is no value to judge. */
export function stateBad({ values, names }: State, value: PointValue): boolean | null {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return null;
  const number = typeof value === 'boolean' ? Number(value) : value;
  const words = [String(value), String(number), stateName(names, value)];
  return words.some((word) => word !== null && values.includes(word));
}
