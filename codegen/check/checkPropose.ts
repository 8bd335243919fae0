/**
 * Checks the rows that a table proposes: their chosen records, the values that they copy, and the amount that they
 * share.
 */
import { isAmount } from '../../runtime/core/numbers/money.ts';
import type { Field } from '../definition/definition.ts';
import { choice } from '../problem.ts';
import { evaluate } from './checkExpression.ts';
import type { Known } from './checkFields.ts';
import { type Add, CONTEXTS, recordScope } from './scope.ts';

const amountsOf = ({ properties = {} }: Field): string[] =>
  Object.keys(properties).filter((name) => isAmount(properties[name]));

/** `holder` is the record or the form with the table. */
export function checkPropose(
  table: Field,
  holder: Field,
  pointer: string,
  { entities }: Pick<Known, 'entities'>,
  add: Add,
): void {
  const proposal = table['x-propose'];
  if (!proposal) return;
  const place = `${pointer}/x-propose`;
  const { items } = table;
  const fields = items?.properties;
  if (!fields || table['x-control'] !== 'table') {
    add(place, 'proposeTable');
    return;
  }
  const { by, sort = '', values, share } = proposal;
  const target = entities.get(fields[by]?.['x-ref'] ?? '');
  if (!target) {
    const references = Object.keys(fields).filter((name) => fields[name]?.['x-ref']);
    add(`${place}/by`, 'oneOf', { known: choice(by, references) });
    return;
  }
  const known = Object.keys(target.schema.properties ?? {});
  const sorted = sort.replace(/^-/, '');
  if (sorted && !known.includes(sorted))
    add(`${place}/sort`, 'unknownField', { name: sorted, entity: target.name, known: choice(sorted, known) });
  const scope = recordScope(target.schema, CONTEXTS.computed);
  for (const [name, value] of Object.entries(values)) {
    const own = `${place}/values/${name}`;
    if (!fields[name]) add(own, 'conditionField', { name, known: choice(name, Object.keys(fields)) });
    evaluate(value, { scope, pointer: own, add });
  }
  if (!share) return;
  for (const [keyword, of] of [
    ['field', items],
    ['of', holder],
  ] as const) {
    const name = share[keyword];
    const amounts = amountsOf(of);
    if (!amounts.includes(name))
      add(`${place}/share/${keyword}`, 'proposeShare', { name, known: choice(name, amounts) });
  }
}
