/** Rows of a table during the check, and the state of the check. */

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

/** A row as it was read, with the values that it would write. */
export type RowPlan = ReadRow & {
  values: Values;
  problems: Problem[];
  /** Unknown records of the same entity to which it refers. */
  waits: { column: string; text: string }[];
  /** The record that the row changes. Null for a new one. */
  before: Row | null;
  unchanged: boolean;
  /** The row is stored in the database. */
  written: boolean;
};

export interface CheckWish {
  entity: Entity;
  /** The fields of the entity, with the tenant's own options. */
  fields: Fields;
  mode: ImportMode;
  headings: readonly Heading[];
}

export interface Check extends CheckWish {
  context: ImportContext;
  /** The columns that are written, or that identify the record. */
  used: readonly (Heading & { field: string })[];
  /** Fields that together identify a record. */
  keys: readonly (readonly string[])[];
  mayCreate: boolean;
  /** The first row with a key, by the index of the key. */
  seen: readonly Map<string, number>[];
  /** The first row that refers to each record. */
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
