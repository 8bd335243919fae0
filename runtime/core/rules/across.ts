/**
 * Rules over other records: figures computed from them (`across`), and records that must not overlap in time (`apart`).
 */
import type { Across, AcrossFigure, Apart, EntityDefinition, Field } from '../../../generated/definition.ts';
import { SERVER_FIELDS } from '../serverFields.ts';
import { listReadNames } from './namesRead.ts';
import type { Values } from './rule.ts';

type Where = Apart['where'];

/** Returns whether a record matches the selected values, compared as in the database. */
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

/** Returns the possible end fields of a record. The first filled field is used. */
export const endsOf = ({ to }: Pick<Apart, 'to'>): readonly string[] => [to].flat();

/** Returns the fields that a check for overlaps reads. */
export const fieldsApart = (
  apart: Omit<Apart, 'where' | 'text'> & { where?: { properties: object } },
): string[] => [...apart.by, apart.from, ...endsOf(apart), ...fieldsWhere(apart.where)];

/** Returns the entity whose records a figure counts. */
export const countedOf = ({ of }: AcrossFigure, entity: Pick<EntityDefinition, 'name'>): string =>
  of ?? entity.name;

/** Returns the fields that determine how a record counts. */
export const fieldsCounted = ({
  field,
  by,
  where,
}: Pick<AcrossFigure, 'field' | 'by'> & { where?: { properties: object } }): string[] => [
  ...Object.keys(by),
  ...(field === undefined ? [] : [field]),
  ...fieldsWhere(where),
];

/** Returns the fields of a record that an `across` rule reads. If they are unchanged, the rule is not checked again. */
export function fieldsAcross(entity: Pick<EntityDefinition, 'name'>, { figures, check }: Across): string[] {
  const own = Object.values(figures).flatMap((figure) => [
    ...Object.values(figure.by),
    ...(countedOf(figure, entity) === entity.name ? fieldsCounted(figure) : []),
  ]);
  const read = listReadNames(check).filter((name) => !(name in figures) && !name.startsWith('$context.'));
  return [...new Set([...own, ...read])];
}

/** Returns the fields of a record that determine the user, the day and the minutes of its work. */
export const fieldsOfWork = ({ work }: Pick<EntityDefinition, 'work'>): string[] =>
  work ? [work.by, work.on, work.minutes, ...Object.keys(work.where ?? {})] : [];

/** Returns the fields whose rules a form validates on the server before saving. */
export const fieldsBeyond = (
  entity: Pick<EntityDefinition, 'name' | 'apart' | 'across' | 'period' | 'work'>,
): string[] => [
  ...new Set([
    ...(entity.period ? [entity.period.day] : []),
    ...fieldsOfWork(entity),
    ...(entity.apart ?? []).flatMap(fieldsApart),
    ...(entity.across ?? []).flatMap((across) => fieldsAcross(entity, across)),
  ]),
];

const COUNT: Field = { type: 'integer' };

/** Returns the field of a figure, which formats the figure in the message. A sum of hours is in hours. */
export function fieldOfFigure(
  { do: how, field = '' }: AcrossFigure,
  counted: Pick<EntityDefinition, 'schema'>,
): Field {
  return how === 'count' ? COUNT : (counted.schema.properties?.[field] ?? SERVER_FIELDS[field] ?? COUNT);
}
