import type { Entity, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';

/** Checks the path from a record to its station, if a definition sets it. It must use known fields. */
export function siteProblems(
  { file, value: { name: entity, site, schema } }: Source<Entity>,
  entities: ReadonlyMap<string, Entity>,
): Problem[] {
  const fieldsOf = (entity: Entity | undefined) => Object.keys(entity?.schema.properties ?? {});
  const unknown = (name: string, of: string, names: readonly string[], pointer: string): Problem[] =>
    names.includes(name)
      ? []
      : [problemOf(file, pointer, 'unknownField', { name, entity: of, known: choice(name, names) })];
  const fieldNames = Object.keys(schema.properties ?? {});
  if (site === undefined) return [];
  if (typeof site === 'string') return unknown(site, entity, fieldNames, '/site');
  const names = [...entities.keys()];
  return [
    ...unknown(site.field, entity, ['id', ...fieldNames], '/site/field'),
    ...(entities.has(site.of)
      ? unknown(site.key, site.of, ['id', ...fieldsOf(entities.get(site.of))], '/site/key')
      : [problemOf(file, '/site/of', 'noEntity', { known: choice(site.of, names) })]),
  ];
}
