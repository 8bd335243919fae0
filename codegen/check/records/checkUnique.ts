/** Checks partial keys and one-way records. Their fields must be comparable and compared with possible values. */

import type { Entity, Field, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import { type Add, checkField, checkValues, isSplit } from '../screens/checkStatistics.ts';

export function uniqueProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const declared = new Set((entity.unique ?? []).map((fields) => fields.toSorted().join()));
  for (const [index, { fields, where, warn }] of (entity.uniqueWhere ?? []).entries()) {
    const pointer = `/uniqueWhere/${index}`;
    for (const [place, name] of fields.entries())
      checkField(entity, name, `${pointer}/fields/${place}`, add, isSplit);
    checkValues(entity, where, `${pointer}/where`, known, add);
    // Otherwise the warning is never shown.
    if (warn && !fields.some((name) => entity.schema.properties?.[name]?.['x-checkUnique']))
      add(`${pointer}/warn`, 'warnUnasked');
    const key = fields.toSorted().join();
    // With two keys over the same fields it is unclear which one refused.
    if (declared.has(key)) add(`${pointer}/fields`, 'keyTwice');
    declared.add(key);
  }
  return problems;
}

/** Checks the condition of the totals in a list. The condition is useless if the list has no totals. */
export function totalsProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const { totals = [], totalsWhere } = entity.list;
  if (!totalsWhere) return [];
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  if (totals.length === 0) add('/list/totalsWhere', 'unknown');
  checkValues(entity, totalsWhere, '/list/totalsWhere', known, add);
  return problems;
}

/** Checks one-way records. Both ends must refer to one entity. Otherwise the opposite direction cannot exist. */
export function oneWayProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  if (!entity.oneWay) return [];
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const { from, to, where } = entity.oneWay;
  const fields = entity.schema.properties ?? {};
  const references = Object.keys(fields).filter((name) => fields[name]?.['x-ref']);
  for (const [end, name] of Object.entries({ from, to }))
    if (!references.includes(name))
      add(`/oneWay/${end}`, 'noFieldOf', { entity: entity.name, known: choice(name, references) });
  const [start, target] = [fields[from], fields[to]];
  if (start?.['x-ref'] && target?.['x-ref'] && start['x-ref'] !== target['x-ref'])
    add('/oneWay/to', 'oneWayApart', { entity: start['x-ref'] });
  if (where) checkValues(entity, where, '/oneWay/where', known, add);
  return problems;
}

/** Returns what two fields of a shared key have in common if their values can be equal. */
const kindOf = ({ type, format, 'x-ref': ref, 'x-refKey': key }: Field): string =>
  JSON.stringify(ref ? { ref, key } : { type, format });

/**
 * Checks keys that several entities share. At least two entities must name the key, with the same number and kinds of
 * fields.
 */
export function sharedKeyProblems(entities: readonly Source<Entity>[]): Problem[] {
  const first = new Map<string, { name: string; kinds: string[] }>();
  const holders = Map.groupBy(
    entities.flatMap(({ value }) => (value.uniqueAcross ?? []).map(({ key }) => ({ key, name: value.name }))),
    ({ key }) => key,
  );
  return entities.flatMap(({ file, value: entity }) => {
    const problems: Problem[] = [];
    const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
    const declared = new Set<string>();
    for (const [index, { key, fields }] of (entity.uniqueAcross ?? []).entries()) {
      const pointer = `/uniqueAcross/${index}`;
      const found = fields.map((name, place) =>
        checkField(
          entity,
          name,
          `${pointer}/fields/${place}`,
          add,
          (field) => isSplit(field) && field.type !== 'array',
        ),
      );
      if (declared.has(key)) add(`${pointer}/key`, 'sharedKeyTwice');
      declared.add(key);
      const names = new Set(holders.get(key)?.map(({ name }) => name));
      if (names.size < 2) add(`${pointer}/key`, 'sharedKeyAlone', { key });
      const kinds = found.map((field) => (field ? kindOf(field) : ''));
      const other = first.get(key);
      if (!other) first.set(key, { name: entity.name, kinds });
      else if (!kinds.includes('') && !other.kinds.includes('') && other.kinds.join() !== kinds.join())
        add(`${pointer}/fields`, 'sharedKeyKinds', { other: other.name });
    }
    return problems;
  });
}
