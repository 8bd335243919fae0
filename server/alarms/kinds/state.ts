/** States: values that stand for something, by number or by the name that the variable gives them. Pure. */
import type { Condition, PointValue, StateName } from '../types.ts';

type State = Extract<Condition, { kind: 'state' }>;

/** `3, Fault` → the states that are meant. */
export const states_parse = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，;；]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/** What the variable calls a value; null: it has no name. */
export function state_name(names: readonly StateName[], value: PointValue): string | null {
  const number = typeof value === 'boolean' ? Number(value) : value;
  return names.find((one) => one.value === number)?.name ?? null;
}

/** Null: there is no value to judge. */
export function state_bad({ values, names }: State, value: PointValue): boolean | null {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return null;
  const number = typeof value === 'boolean' ? Number(value) : value;
  const words = [String(value), String(number), state_name(names, value)];
  return words.some((word) => word !== null && values.includes(word));
}
