/** Rules that look at other records: figures over them (`across`), and records that do not overlap in time (`apart`). */
import type { Across, AcrossFigure, Apart, EntityDefinition, Field } from '../../../generated/definition.ts';
import { SERVER_FIELDS } from '../serverFields.ts';
import { listReadNames } from './namesRead.ts';
import type { Values } from './rule.ts';

type Where = Apart['where'];

/** Returns whether a record has the values by which records are taken, as the database decides it. */
export function isTaken(where: Where, record: Values): boolean {
  return Object.entries(where?.properties ?? {}).every(([name, { const: fixed, enum: listed, not }]) => {
    const value = record[name] ?? null;
    const isOne = (values: readonly unknown[]) => values.some((one) => one === value);
    return (
      (fixed === undefined || isOne([fixed])) && (!listed || isOne(listed)) && (!not || !isOne(not.enum))
    );
  });
}

const fieldsWhere = (where: { properties: object } | undefined): string[] =>
  Object.keys(where?.properties ?? {});

/** The fields in which a record may end; the first that is filled counts. */
export const endsOf = ({ to }: Pick<Apart, 'to'>): readonly string[] => [to].flat();

/** The fields by which it is decided whether records overlap. */
export const fieldsApart = (
  apart: Omit<Apart, 'where' | 'text'> & { where?: { properties: object } },
): string[] => [...apart.by, apart.from, ...endsOf(apart), ...fieldsWhere(apart.where)];

/** The entity whose records a figure counts. */
export const countedOf = ({ of }: AcrossFigure, entity: Pick<EntityDefinition, 'name'>): string =>
  of ?? entity.name;

/** The fields of a counted record by which it counts. */
export const fieldsCounted = ({
  field,
  by,
  where,
}: Pick<AcrossFigure, 'field' | 'by'> & { where?: { properties: object } }): string[] => [
  ...Object.keys(by),
  ...(field === undefined ? [] : [field]),
  ...fieldsWhere(where),
];

/** The fields of a record that a rule over figures reads: while they stay, it is not asked again. */
export function fieldsAcross(entity: Pick<EntityDefinition, 'name'>, { figures, check }: Across): string[] {
  const own = Object.values(figures).flatMap((figure) => [
    ...Object.values(figure.by),
    ...(countedOf(figure, entity) === entity.name ? fieldsCounted(figure) : []),
  ]);
  const read = listReadNames(check).filter((name) => !(name in figures) && !name.startsWith('$context.'));
  return [...new Set([...own, ...read])];
}

/** The fields about which a form asks before it saves. */
export const fieldsBeyond = (
  entity: Pick<EntityDefinition, 'name' | 'apart' | 'across' | 'period'>,
): string[] => [
  ...new Set([
    ...(entity.period ? [entity.period.day] : []),
    ...(entity.apart ?? []).flatMap(fieldsApart),
    ...(entity.across ?? []).flatMap((across) => fieldsAcross(entity, across)),
  ]),
];

const COUNT: Field = { type: 'integer' };

/** A figure as its sentence writes it: a sum of hours is in hours. */
export function fieldOfFigure(
  { do: how, field = '' }: AcrossFigure,
  counted: Pick<EntityDefinition, 'schema'>,
): Field {
  return how === 'count' ? COUNT : (counted.schema.properties?.[field] ?? SERVER_FIELDS[field] ?? COUNT);
}
