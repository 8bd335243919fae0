/** Checks the sections of a form. Each field is in one of them, and conditions must not need hidden fields. */
import { isObject } from '../../../runtime/core/object.ts';
import type { Condition, Field, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { checkCondition } from '../checkCondition.ts';
import type { Known } from '../checkFields.ts';
import { valuesWith } from '../records/checkRules.ts';
import { CONTEXTS, scopeOf } from '../scope.ts';

interface Sectioned {
  ui?: { order?: string[]; sections?: { fields: string[]; 'x-visible'?: Condition }[] };
}

/** In an order of fields, the placeholder for all fields that the order does not name. */
const REST = '*';

/** Checks that the sections and the order of a form name each of its fields once. */
function placeProblems({ file, value: { ui } }: Source<Sectioned>, schema: Field): Problem[] {
  const names = Object.keys(schema.properties ?? {});
  const seen = new Set<string>();
  const placed = (ui?.sections ?? []).flatMap(({ fields }, index) =>
    fields.map((name, place) => ({ name, pointer: `/ui/sections/${index}/fields/${place}` })),
  );
  const ordered = (ui?.order ?? [])
    .map((name, place) => ({ name, pointer: `/ui/order/${place}` }))
    .filter(({ name }) => name !== REST);
  return [...placed, ...ordered].flatMap(({ name, pointer }) => {
    if (!names.includes(name))
      return [problemOf(file, pointer, 'unknownProperty', { name, known: choice(name, names) })];
    if (pointer.startsWith('/ui/order')) return [];
    if (seen.has(name)) return [problemOf(file, pointer, 'takenBeside', { name })];
    seen.add(name);
    return [];
  });
}

/** Returns the names of the fields that a condition over an object reads. */
function listConditionNames(condition: unknown): string[] {
  if (Array.isArray(condition)) return condition.flatMap(listConditionNames);
  if (!isObject(condition)) return [];
  const { properties, required, ...rest } = condition;
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(required) ? required.map(String) : []),
    ...Object.values(rest).flatMap(listConditionNames),
  ];
}

export function sectionProblems(source: Source<Sectioned>, schema: Field, known: Known): Problem[] {
  const { file, value } = source;
  const problems = placeProblems(source, schema);
  const add = (pointer: string, key: Parameters<typeof problemOf>[2], params?: Record<string, unknown>) =>
    void problems.push(problemOf(file, pointer, key, params));
  for (const [index, { fields, 'x-visible': condition }] of (value.ui?.sections ?? []).entries()) {
    if (!condition) continue;
    const pointer = `/ui/sections/${index}/x-visible`;
    const { field } = scopeOf(schema, CONTEXTS.form);
    checkCondition(condition, field, pointer, { add, valuesOf: valuesWith(known) });
    const own = listConditionNames(condition).find((name) => fields.includes(name));
    if (own !== undefined) add(pointer, 'sectionOwn', { name: own });
  }
  return problems;
}
