/** Checks the other parts of an entity. They may name only its own fields, and each field must suit its use. */
import type { Entity, Source } from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { fieldTypeOf } from '../../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';

/** The database's column names can be converted to such names and back. */
const FIELD_NAME = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)*[A-Z]?$/;
const MAX_NAME = 50;

export function entityProblems({ file, value }: Source<Entity>): Problem[] {
  const { name: entity, list, states, approval, audience } = value;
  const fields = value.schema.properties ?? {};
  const fieldsKnown = [...Object.keys(fields), ...Object.keys(SERVER_FIELDS)];
  const unknown = (names: readonly (string | undefined)[], pointer: string): Problem[] =>
    names.flatMap((name, index) =>
      name === undefined || fieldsKnown.includes(name)
        ? []
        : [
            problemOf(file, pointer.replace('*', String(index)), 'unknownField', {
              name,
              entity,
              known: choice(name, fieldsKnown),
            }),
          ],
    );
  const each = (names: readonly string[] | undefined, pointer: string) =>
    unknown(names ?? [], `${pointer}/*`);
  return [
    ...unknown([value.label], '/label'),
    ...unknown([value.labelEn], '/labelEn'),
    ...each(value.labelWith, '/labelWith'),
    ...each(list.columns, '/list/columns'),
    ...each(list.filters, '/list/filters'),
    ...each(list.search, '/list/search'),
    ...each(list.totals, '/list/totals'),
    ...each(list.participation, '/list/participation'),
    ...each(list.print, '/list/print'),
    ...unknown(list.sort?.map(({ field }) => field) ?? [], '/list/sort/*/field'),
    ...unknown([value.owner], '/owner'),
    ...unknown([value.department], '/department'),
    ...unknown([value.parent], '/parent'),
    ...unknown([states?.field], '/states/field'),
    ...unknown([approval?.field], '/approval/field'),
    ...unknown([audience?.visibility], '/audience/visibility'),
    ...unknown([audience?.role], '/audience/role'),
    ...(value.unique ?? []).flatMap((names, index) => each(names, `/unique/${index}`)),
    ...(value.indexes ?? []).flatMap((names, index) => each(names, `/indexes/${index}`)),
    // An impossible deletion needs no confirmation.
    ...(value.neverDeleted && value.deleteConfirm ? [problemOf(file, '/deleteConfirm', 'unknown')] : []),
    ...Object.entries(fields).flatMap(([name, field]) => [
      ...fieldNameProblems(file, name),
      ...(field.title ? [] : [problemOf(file, `/schema/properties/${name}`, 'lacksTitle')]),
    ]),
    ...kindProblems({ file, value }),
  ];
}

/** Finds fields that exist but whose kind would have no effect. */
function kindProblems({ file, value: { name: entity, list, parent, schema } }: Source<Entity>): Problem[] {
  const field = (name: string) => schema.properties?.[name];
  const isNumber = (name: string) => fieldTypeOf(field(name) ?? {}).filter === 'number';
  return [
    ...(list.search ?? []).flatMap((name, index) =>
      (field(name)?.type ?? 'string') !== 'string'
        ? [problemOf(file, `/list/search/${index}`, 'searchNoText', { name })]
        : [],
    ),
    ...(list.totals ?? []).flatMap((name, index) =>
      field(name) && !isNumber(name)
        ? [problemOf(file, `/list/totals/${index}`, 'totalNoNumber', { name })]
        : [],
    ),
    ...(parent && field(parent) && field(parent)?.['x-ref'] !== entity
      ? [problemOf(file, '/parent', 'parentNoRef', { name: parent, entity })]
      : []),
  ];
}

function fieldNameProblems(file: string, name: string): Problem[] {
  const pointer = `/schema/properties/${name}`;
  if (Object.hasOwn(SERVER_FIELDS, name)) return [problemOf(file, pointer, 'serverField', { name })];
  return FIELD_NAME.test(name) && name.length <= MAX_NAME
    ? []
    : [problemOf(file, pointer, 'fieldName', { name })];
}
