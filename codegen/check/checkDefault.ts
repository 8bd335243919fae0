/** Checks a computed default (x-default). It must be computable when the object is created, and fit its field. */
import { isAmount } from '../../runtime/core/numbers/money.ts';
import type { Field } from '../definition/definition.ts';
import { evaluate, type Result } from './checkExpression.ts';
import { type Add, CONTEXTS, type Scope, scopeOf, type ValuesOf } from './scope.ts';

const RIVALS = ['default', 'x-computed', 'x-rollup', 'x-sequence', 'x-lines', 'writeOnly'];
const MOMENTS = ['date', 'date-time'];

/** Returns the fields that users enter before this one. No other field has a value yet. */
function fieldsBefore(holder: Field, name: string): Field {
  const fields = Object.entries(holder.properties ?? {});
  const before = fields.slice(
    0,
    fields.findIndex(([one]) => one === name),
  );
  return { properties: Object.fromEntries(before.filter(([, field]) => !field['x-computed'])) };
}

/** Returns the type that the value should have. Undefined if it fits. */
function expectedType(field: Field, result: Result): string | undefined {
  if (!result?.type || !field.type) return undefined;
  if (isAmount(result) && !isAmount(field)) return 'string, money';
  if (MOMENTS.includes(field.format ?? '') || MOMENTS.includes(result.format ?? ''))
    return field.format === result.format
      ? undefined
      : [result.type, result.format].filter(Boolean).join(', ');
  const isFigure = (one: Field) => one.type === 'number' || one.type === 'integer' || isAmount(one);
  const fits = isFigure(field)
    ? isFigure(result)
    : isFigure(result)
      ? field.type === 'string'
      : field.type === result.type;
  return fits ? undefined : result.type;
}

export function checkDefault(
  name: string,
  field: Field,
  holder: Field,
  {
    above,
    pointer,
    add,
    valuesOf,
  }: { above: Scope | undefined; pointer: string; add: Add; valuesOf: ValuesOf },
): void {
  const start = field['x-default'];
  if (start === undefined) return;
  const own = `${pointer}/x-default`;
  const rival = RIVALS.find((keyword) => field[keyword] !== undefined && field[keyword] !== false);
  if (rival) add(own, 'defaultRival', { name: rival });
  const scope = { ...scopeOf(fieldsBefore(holder, name), CONTEXTS.person), ...(above ? { above } : {}) };
  const type = expectedType(field, evaluate(start, { scope, pointer: own, add, valuesOf }));
  if (type !== undefined) add(`${pointer}/type`, 'typeOf', { reason: '"x-default"', type });
}
