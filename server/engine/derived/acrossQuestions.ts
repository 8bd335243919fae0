/** Questions about other records for a record that is written, or that a form is about to submit. */
import type { Across, Apart, EntityDefinition } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { countedOf, endsOf, fieldOfFigure, isTaken } from '../../../runtime/core/rules/across.ts';
import { computeValue } from '../../../runtime/core/rules/expression.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { brokenRuleMessage } from '../../../runtime/fieldTypes/fieldMessage.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Question } from '../../platform/db/tenant.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { countingsOf, figuresAsked, overlapsAsked } from './acrossSql.ts';

/** Language, time zone and user for error messages. */
export interface Reader {
  lang: Lang;
  zone?: string | undefined;
  context?: Values | undefined;
}

/** The error message for a refused record, and its field. */
export interface Obstacle {
  kind: 'apart' | 'across';
  id: number;
  field: string;
  text: string;
}

/** A query, and a function that reads its result. */
export interface BeyondQuestion {
  question: Question<Row>;
  read(answer: readonly Row[]): Obstacle[];
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined;
const idOf = (record: Values): number => Number(record.id ?? 0);

/** Returns the fields that a text contains. */
const namedIn = ({ zh, en }: Across['text']): string[] =>
  [...`${zh} ${en}`.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/**
 * Returns whether a record is compared with others. A record without a begin or without a shared value is not
 * compared.
 */
export const isHeldApart = (apart: Apart, record: Values): boolean =>
  isTaken(apart.where, record) && [apart.from, ...apart.by].every((name) => isFilled(record[name]));

export function askApart(
  entity: EntityDefinition,
  tenantId: number,
  apart: Apart,
  records: readonly Values[],
  { lang, zone }: Reader,
): BeyondQuestion {
  const rows = records.map((record, at) => {
    const end = endsOf(apart).find((name) => isFilled(record[name]));
    const values = [...apart.by.map((name) => record[name]), record[apart.from], end && record[end]];
    return { at, id: idOf(record), values };
  });
  return {
    question: overlapsAsked(entity, tenantId, apart, rows, namedIn(apart.text)),
    read: (answer) =>
      answer.map((other) => ({
        kind: 'apart',
        id: idOf(records[Number(other.at)] ?? {}),
        field: apart.from,
        text: brokenRuleMessage(apart.text, { field: entity.schema, values: other }, lang, zone),
      })),
  };
}

export function askAcross(
  entity: EntityDefinition,
  tenantId: number,
  across: Across,
  records: readonly Values[],
  { lang, zone, context = {} }: Reader,
): BeyondQuestion {
  const countings = countingsOf(entity, across, entityOf);
  const rows = records.map((record, at) => ({
    at,
    id: idOf(record),
    values: countings.flatMap(({ figure, isOwn }) => {
      const { by, field, where } = figure;
      // Records that were deleted or left the group do not count in it.
      const isCounted =
        isOwn &&
        record.$left !== true &&
        isTaken(where, record) &&
        Object.entries(by).every(([theirs, ours]) => record[theirs] === record[ours]);
      return [...Object.values(by).map((ours) => record[ours]), isCounted ? ownValue(record, field) : null];
    }),
  }));
  const figures = Object.fromEntries(
    countings.map(({ name, figure, counted }) => [name, fieldOfFigure(figure, counted)]),
  );
  const object = { properties: { ...entity.schema.properties, ...figures } };
  return {
    question: figuresAsked(entity, tenantId, countings, rows),
    read: (answer) =>
      answer.flatMap((row) => {
        const record = records[Number(row.at)] ?? {};
        const values = {
          ...record,
          ...Object.fromEntries(Object.keys(figures).map((name) => [name, row[name]])),
        };
        const answered = computeValue(across.check, values, context);
        if (!('value' in answered)) throw notCounted(entity, across, answered.reason);
        const { value } = answered;
        // An empty result of a comparison is not an error.
        if (!isFilled(value) || value) return [];
        const text = brokenRuleMessage(across.text, { field: object, values }, lang, zone);
        return [{ kind: 'across', id: idOf(record), field: across.at, text }];
      }),
  };
}

const ownValue = (record: Values, field: string | undefined): unknown =>
  field === undefined ? 1 : record[field];

const notCounted = ({ name }: EntityDefinition, { at }: Across, reason: string): AppError =>
  new AppError('entity.notComputed', { problem: at }, { cause: `${name}/across/${at}: ${reason}` });

/** Returns the error for the refused write, at the field that causes it. */
export const refusalOf = ({ kind, field, text }: Obstacle): AppError =>
  new AppError(kind === 'apart' ? 'entity.overlaps' : 'entity.ruleAcross', { text }, { field: `/${field}` });

/** Returns the entities that a rule over figures counts. */
export const countedBy = (entity: EntityDefinition): string[] =>
  (entity.across ?? []).flatMap(({ figures }) =>
    Object.values(figures).map((figure) => countedOf(figure, entity)),
  );
