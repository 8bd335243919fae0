/** The rows of a table during the check, and the state of the check. */

import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { ImportMode, Problem } from '../../../../runtime/core/importReport.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import type { FieldError } from '../../../platform/errors/errors.ts';
import { recordScope } from '../../access/recordScope.ts';
import type { CallContext } from '../../context.ts';
import type { ReadRow } from '../file/cell.ts';
import type { Heading } from '../headings.ts';
import type { Fields } from '../options.ts';
import { keysOf } from './columns.ts';

export type ImportContext = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>;

/** A row of the file with the values to write. */
export type RowPlan = ReadRow & {
  values: Values;
  problems: Problem[];
  /** References to records of the same entity that do not exist yet. */
  waits: { column: string; text: string }[];
  /** The record that the row changes. Null for a new record. */
  before: Row | null;
  unchanged: boolean;
  /** True if the row is written to the database. */
  written: boolean;
};

export interface CheckWish {
  entity: Entity;
  /** The fields of the entity, with the options of the tenant. */
  fields: Fields;
  mode: ImportMode;
  headings: readonly Heading[];
}

export interface Check extends CheckWish {
  context: ImportContext;
  /** The columns that are written or that identify the record. */
  used: readonly (Heading & { field: string })[];
  /** The keys of the entity, each a set of fields. */
  keys: readonly (readonly string[])[];
  mayCreate: boolean;
  /** The row in which each value first occurs, for each key of `keys`. */
  seen: readonly Map<string, number>[];
  /** The first row for each record id. */
  meant: Map<number, number>;
  titles: ReadonlyMap<string | null, string>;
}

export function makeCheck(context: ImportContext, wish: CheckWish): Check {
  const { entity, headings } = wish;
  const keys = keysOf(entity);
  const isUsed = (heading: Heading): heading is Heading & { field: string } =>
    heading.field !== null && (heading.use === 'write' || heading.use === 'key');
  return {
    ...wish,
    context,
    used: headings.filter(isUsed),
    keys,
    mayCreate: recordScope(context.session, entity, 'create') !== null,
    seen: keys.map(() => new Map<string, number>()),
    meant: new Map(),
    titles: new Map(headings.map(({ field, text }) => [field, text])),
  };
}

const titleOf = ({ titles, fields, context: { lang } }: Check, name: string): string =>
  titles.get(name) ?? pickText(fields[name]?.title, lang) ?? name;

export const rowProblem = (check: Check, row: number, column: string, reason: string): Problem => ({
  row,
  column,
  title: column && titleOf(check, column),
  reason,
});

export const rowProblems = (check: Check, row: number, errors: readonly FieldError[]): Problem[] =>
  errors.map(({ field, msg }) => rowProblem(check, row, field.split('/')[1] ?? '', msg));
