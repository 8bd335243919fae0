/** Lists with one variable per entry: chart lines, gauges, meters. */
import type { Field } from '../../../generated/definition.ts';
import type { VariablePair } from '../../core/boards/boardVariables.ts';
import { isObject } from '../../core/object.ts';
import { isPair, pairKey } from './variablePair.ts';

export interface VariableField {
  /** The field with the variable. */
  name: string;
  /** Values that mark an entry as one with a variable. */
  fixed: Readonly<Record<string, unknown>>;
}

/** Returns the variable field of a list's entries. Null if entries have no variable. */
export function variableField({ properties = {} }: Field): VariableField | null {
  const lists = Object.entries(properties).filter(([, field]) => field['x-control'] === 'deviceVariable');
  const [first] = lists;
  if (!first || lists.length > 1) return null;
  const [name, field] = first;
  const visible = (field['x-visible']?.properties ?? {}) as Record<string, { const?: unknown }>;
  const fixed = Object.entries(visible).filter(([, rule]) => rule.const !== undefined);
  return { name, fixed: Object.fromEntries(fixed.map(([key, rule]) => [key, rule.const])) };
}

function pairOf({ name, fixed }: VariableField, entry: unknown): VariablePair | null {
  if (!isObject(entry) || Object.entries(fixed).some(([key, value]) => entry[key] !== value)) return null;
  const pair = entry[name];
  return isPair(pair) ? pair : null;
}

export const variablesOf = (field: VariableField, entries: readonly unknown[]): VariablePair[] =>
  entries.flatMap((entry) => [pairOf(field, entry) ?? []].filter(isPair));

const isBlank = ({ name }: VariableField, entry: unknown): boolean =>
  isObject(entry) && (!Array.isArray(entry[name]) || entry[name].length === 0);

/**
 * Returns the list with entries for exactly these variables. Entries without a variable are kept. New entries are last,
 * but an added, still empty entry is filled first.
 */
export function chooseVariables(
  field: VariableField,
  entries: readonly unknown[],
  pairs: readonly VariablePair[],
): unknown[] {
  const chosenPairs = new Set(pairs.map(pairKey));
  const there = new Set(variablesOf(field, entries).map(pairKey));
  const fresh = pairs.filter((pair) => !there.has(pairKey(pair)));
  const remaining = entries.flatMap((entry) => {
    const pair = pairOf(field, entry);
    if (pair) return chosenPairs.has(pairKey(pair)) ? [entry] : [];
    if (!isBlank(field, entry) || Object.keys(field.fixed).length > 0) return [entry];
    const next = fresh.shift();
    return next ? [{ ...(entry as object), [field.name]: next }] : [entry];
  });
  return [...remaining, ...fresh.map((pair) => ({ ...field.fixed, [field.name]: pair }))];
}
