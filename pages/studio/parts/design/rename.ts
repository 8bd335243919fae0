/** Gives a field another key, wherever the definition names it. */
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { isObject } from '../../../../runtime/core/object.ts';
import { LINE_FIGURES } from './rules/expressions.ts';

/** Keywords whose values are names of fields, alone or in lists. */
const NAMING = new Set([
  ...['label', 'labelEn', 'labelWith', 'owner', 'department', 'parent', 'site', 'unique', 'indexes'],
  ...['fields', 'columns', 'filters', 'search', 'totals', 'print', 'field', 'order', 'required', 'var', 'at'],
  ...['by', 'from', 'to', 'color', 'picture', 'progress', 'place', 'links', 'x-pairedField', 'x-currency'],
]);

/** Keywords whose keys are field names. */
const KEYED = new Set(['properties', 'x-copyInto']);

function renameValue(value: unknown, from: string, to: string, keyword: string): unknown {
  if (typeof value === 'string') {
    if (NAMING.has(keyword) && value === from) return to;
    return keyword === 'pattern' ? value.replaceAll(`{${from}}`, `{${to}}`) : value;
  }
  if (Array.isArray(value)) return value.map((item) => renameValue(item, from, to, keyword));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      KEYED.has(keyword) && key === from ? to : key,
      renameValue(inner, from, to, KEYED.has(keyword) ? '' : key),
    ]),
  );
}

/** Renames a field in the states. Their values look like names, so only their field and their forms are renamed. */
function renameStates(states: EntityDefinition['states'], from: string, to: string) {
  return (
    states && {
      ...states,
      field: states.field === from ? to : states.field,
      transitions: states.transitions.map((move) =>
        move.form ? { ...move, form: renameValue(move.form, from, to, '') as typeof move.form } : move,
      ),
    }
  );
}

/** Returns the definition with the field under another key, in the same place. */
export function renameField<E extends EntityDefinition>(entity: E, from: string, to: string): E {
  const { states, ...rest } = entity;
  const renamed = renameValue(rest, from, to, '') as Omit<E, 'states'>;
  return { ...renamed, ...(states && { states: renameStates(states, from, to) }) } as E;
}

/** Renames a field of the lines wherever their record names it. */
export function renameInTotals(value: unknown, lines: string, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameInTotals(item, lines, from, to));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isFigure = LINE_FIGURES.some((figure) => figure === key) && Array.isArray(inner);
      const [list, field] = isFigure ? (inner as unknown[]) : [];
      return isFigure && isObject(list) && list.var === lines && field === from
        ? [key, [list, to]]
        : [key, renameInTotals(inner, lines, from, to)];
    }),
  );
}
