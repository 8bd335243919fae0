/** Checks the parent that an entity names for its records. */
import type { Definitions, Entity, Field, Source } from '../definition/definition.ts';
import { SERVER_FIELDS } from '../definition/entitySchemas.ts';
import { choice, type Problem, problemOf } from '../problem.ts';

/** Refuses lines in a written schema. They are added automatically. */
function writtenProblems(file: string, field: Field, pointer: string): Problem[] {
  return [
    ...(field['x-lines'] ? [problemOf(file, `${pointer}/x-lines`, 'linesWritten')] : []),
    ...Object.entries(field.properties ?? {}).flatMap(([name, property]) =>
      writtenProblems(file, property, `${pointer}/properties/${name}`),
    ),
    ...(field.items ? writtenProblems(file, field.items, `${pointer}/items`) : []),
  ];
}

function ofProblems({ file, value: child }: Source<Entity>, entities: readonly Entity[]): Problem[] {
  const { of, schema, name: entity } = child;
  if (!of) return [];
  const fields = schema.properties ?? {};
  const refs = Object.keys(fields).filter((name) => fields[name]?.['x-ref']);
  const parent = entities.find(({ name }) => name === fields[of.field]?.['x-ref']);
  if (!parent || parent.name === entity)
    return [
      problemOf(file, '/of/field', 'ofNoRef', { name: of.field, entity, known: choice(of.field, refs) }),
    ];
  const problems: Problem[] = [];
  const add = (pointer: string, key: Parameters<typeof problemOf>[2], params: Record<string, unknown>) =>
    void problems.push(problemOf(file, pointer, key, params));
  const rivals = entities.filter(
    (other) =>
      other !== child &&
      other.of?.as === of.as &&
      other.schema.properties?.[other.of.field]?.['x-ref'] === parent.name,
  );
  if (parent.schema.properties?.[of.as] || of.as in SERVER_FIELDS || rivals.length > 0)
    add('/of/as', 'ofTaken', { name: of.as, entity: parent.name });
  const order = of.order === undefined ? undefined : fields[of.order];
  if (of.order !== undefined && (order?.type !== 'integer' || schema.required?.includes(of.order)))
    add('/of/order', 'ofOrder', { name: of.order });
  if (of.locked && (of.in === 'form' || !parent.states?.locked))
    add('/of/locked', 'ofLocked', { entity: parent.name });
  if (of.most !== undefined && of.in === 'page') add('/of/most', 'ofMost', {});
  if (of.in === 'page') return problems;
  if (parent.of?.in === 'form') add('/of/in', 'ofNested', { entity: parent.name });
  const sealed = Object.keys(fields).find((name) => fields[name]?.['x-sealed']);
  if (sealed) add('/of/in', 'ofSealed', { name: sealed });
  return problems;
}

export function linesProblems({ entities }: Definitions): Problem[] {
  const all = entities.map(({ value }) => value);
  return entities.flatMap((source) => [
    ...writtenProblems(source.file, source.value.schema, '/schema'),
    ...ofProblems(source, all),
  ]);
}
