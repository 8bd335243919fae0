/**
 * Checks records that must not change. Closed months need a day and a kind, and entries of a book are never changed or
 * deleted.
 */
import type { Book, ClosedPeriod, Entity, Field, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { compareOf, type Known } from '../checkFields.ts';
import type { Add } from '../scope.ts';
import { checkField } from '../screens/checkStatistics.ts';

const KINDS = 'periodKind';
const NUMBERS = ['number', 'integer', 'decimal'];

/** Checks the fields that may still change. Computed fields change anyway. */
function checkOpen(
  { schema }: Entity,
  open: readonly string[],
  known: readonly string[],
  pointer: string,
  add: Add,
): void {
  for (const [at, name] of open.entries()) {
    const field = schema.properties?.[name];
    if (!known.includes(name))
      add(`${pointer}/${at}`, 'unknownProperty', { name, known: choice(name, known) });
    else if (field?.['x-computed'] || field?.['x-rollup']) add(`${pointer}/${at}`, 'keptOpen');
  }
}

function checkPeriod(entity: Entity, { kind, day, open = [] }: ClosedPeriod, known: Known, add: Add): void {
  const kinds = known.dictionaries.get(KINDS)?.entries.map(({ value }) => String(value)) ?? [];
  if (!kinds.includes(kind)) add('/period/kind', 'periodNoKind', { known: choice(kind, kinds) });
  checkField(entity, day, '/period/day', add, (field) => compareOf(field) === 'date');
  checkOpen(entity, open, Object.keys(entity.schema.properties ?? {}), '/period/open', add);
}

const refersTo = (field: Field, name: string): boolean => field['x-ref'] === name;

function checkCounter(
  entity: Entity,
  { field: reference, amounts, same }: NonNullable<Book['counter']>,
  add: Add,
): void {
  const { name, unique = [] } = entity;
  const at = '/book/counter';
  const field = checkField(entity, reference, `${at}/field`, add, () => true);
  if (field && !refersTo(field, name)) add(`${at}/field`, 'bookCounter', { entity: name });
  if (field && !unique.some((group) => group.length === 1 && group[0] === reference))
    add(`${at}/field`, 'bookOnce', { name: reference });
  for (const [index, one] of amounts.entries())
    checkField(entity, one, `${at}/amounts/${index}`, add, (amount) => NUMBERS.includes(compareOf(amount)));
  for (const [index, one] of same.entries()) checkField(entity, one, `${at}/same/${index}`, add, () => true);
}

function checkBook(entity: Entity, book: Book, add: Add): void {
  const { schema, api, states, approval, keep, neverDeleted, deleteConfirm } = entity;
  checkOpen(entity, book.open ?? [], Object.keys(schema.properties ?? {}), '/book/open', add);
  if (book.counter) checkCounter(entity, book.counter, add);
  const changing = ['delete', ...(book.open ? [] : ['update'])];
  for (const [index, action] of (api.do ?? []).entries())
    if (changing.includes(action)) add(`/api/do/${index}`, 'bookApi', { action });
  if (!api.do) add('/api', 'bookApi', { action: 'delete' });
  for (const [word, value] of Object.entries({ states, approval, keep, neverDeleted, deleteConfirm }))
    if (value !== undefined) add(`/${word}`, 'bookMoves');
  for (const [at, { effects = [] }] of (entity.actions ?? []).entries())
    for (const [index, effect] of effects.entries())
      if (effect.do === 'assign') add(`/actions/${at}/effects/${index}`, 'bookMoves');
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (field['x-rollup']) add(`/schema/properties/${name}/x-rollup`, 'bookMoves');
}

export function keptRecordProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  if (entity.period) checkPeriod(entity, entity.period, known, add);
  if (entity.book) checkBook(entity, entity.book, add);
  return problems;
}
