/**
 * The lines of a record are part of its body, but are stored as rows of another table. This module joins the body's
 * lines with the stored lines, so that all checks of the record include its lines.
 */

import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import { type Entity, entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { type LineSet, lineSets } from '../../../../runtime/core/lines.ts';
import type { Around } from '../../../../runtime/core/rules/expression.ts';
import { isEmptyRef } from '../../../../runtime/core/rules/referenceValues.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { ScopedTrx, Trx } from '../../../platform/db/index.ts';
import { type AnyBuilder, type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { AppError, answerError, type FieldError, fillText } from '../../../platform/errors/errors.ts';
import { errorTable } from '../../../platform/errors/errorTable.ts';
import { recordWhere } from '../../access/recordScope.ts';
import { fieldsOf } from '../columns.ts';
import { fieldsGuard } from '../write/fieldsGuard.ts';
import { same } from '../write/storedEqual.ts';
import { allColumns } from '../write/writableColumns.ts';
import type { WriteStep } from '../write/writeStep.ts';
import { checkApprovalFree } from './ownedFields.ts';

type Step = Pick<WriteStep, 'session' | 'lang'>;

/** A line in its new state. `before` is the stored row, or null for a new line. */
export interface PlannedLine {
  before: Row | null;
  /** The values of the stored line in the form of the record. */
  stood: Values | null;
  values: Values;
  /** The values of the line in the body. */
  given: Values;
}

export interface PlannedSet extends LineSet {
  child: Entity;
  /** All stored lines of the record, regardless of the caller's scope. */
  stored: readonly Row[];
  /** Null if the body does not change the lines. */
  planned: readonly PlannedLine[] | null;
}

export interface LinesPlan {
  sets: readonly PlannedSet[];
  names: ReadonlySet<string>;
  /** The stored lines, and the new lines, as fields of the record. */
  before: Values;
  values: Values;
  /** Returns only the fields with lines. */
  pick(values: Values): Values;
}

export const orderedLines = ({ link }: LineSet) => {
  const place = link.order === undefined ? [] : [sql`${sql.ref(link.order)} asc nulls last`];
  return sql.join([...place, sql`${sql.ref('id')}`]);
};

/** Returns a condition for the lines of records. */
export const linesWhere =
  ({ link }: LineSet, records: readonly Row[]) =>
  (eb: AnyBuilder) =>
    sql<SqlBool>`${eb.ref(link.field)} = any(${records.map((record) => record[link.key])})`;

/** Returns a stored line in the form that its record contains. */
export function lineValues({ field }: LineSet, row: Row): Values {
  const values: Values = {};
  for (const name of Object.keys(field.items?.properties ?? {}))
    if (row[name] !== null && row[name] !== undefined) values[name] = row[name];
  return values;
}

type StoredLine = Row & { seenByAsker: boolean };

/** A stored line, with its values in the form of the record. */
interface Standing {
  row: StoredLine;
  stood: Values;
}

/** Reads the lines of a record. Each is marked if the caller may see it. */
async function readLines(
  trx: ScopedTrx,
  { session }: Pick<Step, 'session'>,
  set: LineSet,
  record: Row,
): Promise<StoredLine[]> {
  const child = entityOf(set.link.entity);
  const seen = recordWhere(session, child, 'list');
  const lines = trxAny(trx)
    .selectFrom(child.name)
    .select(allColumns(child))
    .select((eb) => (seen ? sql<boolean>`${seen(eb)}` : sql<boolean>`true`).as('seenByAsker'))
    .where(linesWhere(set, [record]))
    .orderBy(orderedLines(set));
  return (await runStatement(trx, lines)) as StoredLine[];
}

/** Returns the record's lines as its fields, regardless of the caller's scope. */
export async function readLinesOf(
  trx: ScopedTrx,
  step: Pick<Step, 'session'>,
  entity: EntityDefinition,
  record: Row,
): Promise<Values> {
  const values: Values = {};
  for (const set of lineSets(entity))
    values[set.name] = (await readLines(trx, step, set, record)).map((row) => lineValues(set, row));
  return values;
}

/**
 * Returns the initial values of a line that is written separately: defaults from its record, and the last
 * position. Undefined if the line needs none.
 */
export async function readAround(
  trx: ScopedTrx,
  step: Pick<Step, 'session'>,
  entity: EntityDefinition,
  line: Values,
): Promise<Around | undefined> {
  const { of } = entity;
  const begins = Object.values(fieldsOf(entity)).some((field) => field['x-default']);
  if (of?.in !== 'form' || !begins || isEmptyRef(line[of.field])) return undefined;
  const { 'x-ref': target = '', 'x-refKey': key = 'id' } = fieldsOf(entity)[of.field] ?? {};
  const parent = entityOf(target);
  const record: Row | undefined = await trxAny(trx)
    .selectFrom(parent.name)
    .select(allColumns(parent))
    .where(key, '=', line[of.field])
    .executeTakeFirst();
  if (!record) return undefined;
  const lines = await readLinesOf(trx, step, parent, record);
  const list = [...((lines[of.as] ?? []) as Values[]), line];
  return { list, index: list.length - 1, values: { ...record, ...lines, [of.as]: list } };
}

/** Runs a step for one line. Paths in errors include the position of the line. */
export function atLine<T>({ name }: LineSet, index: number, { lang }: Pick<Step, 'lang'>, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw lineError(error, `/${name}/${index}`, lang);
  }
}

export function lineError(error: unknown, at: string, lang: Step['lang']): unknown {
  if (!(error instanceof AppError)) return error;
  const { msg, errors = [{ field: error.extras.field ?? '', msg }] } = answerError(error, lang).body;
  const placed = errors.map((one): FieldError => ({ field: `${at}${one.field}`, msg: one.msg }));
  return error.with({ ...error.extras, field: placed[0]!.field, errors: placed });
}

/** Throws if the user may not see or change lines. Unchanged lines are allowed. */
function setGuard(
  { session, lang }: Step,
  entity: EntityDefinition,
  set: LineSet,
  value: unknown,
  shown: unknown,
) {
  const access = fieldAccess(session, entity, set.name);
  if (access === 'write' || (access === 'read' && same(value, shown))) return;
  const params = { field: pickText(set.field.title, lang) ?? set.name };
  const at = {
    field: `/${set.name}`,
    msg: fillText(pickText(errorTable['record.fieldLocked'], lang), params),
  };
  throw new AppError('record.fieldLocked', params, { errors: [at] });
}

/** Merges an input line with its stored state. Throws if the caller may not change one of the differences. */
function planLine(step: Step, child: Entity, line: Values, standing: Standing | null): PlannedLine {
  const { id: _, ...body } = line;
  const { session, lang } = step;
  fieldsGuard(session, child, body, standing?.row ?? {}, lang);
  if (!standing) return { before: null, stood: null, values: body, given: body };
  const { row: before, stood } = standing;
  const changed = Object.keys(body).filter((name) => !same(body[name], before[name]));
  if (changed.length > 0) checkApprovalFree(child, before);
  const fixed = changed.find((name) => fieldsOf(child)[name]?.['x-immutable']);
  if (fixed)
    throw new AppError(
      'entity.fixed',
      { field: pickText(fieldsOf(child)[fixed]?.title, lang) ?? fixed },
      { field: `/${fixed}` },
    );
  return { before, stood, values: { ...stood, ...body }, given: body };
}

function planSet(
  step: Step,
  set: LineSet,
  lines: readonly Values[],
  standing: readonly Standing[],
): PlannedLine[] {
  const child = entityOf(set.link.entity);
  const left = new Map(standing.filter(({ row }) => row.seenByAsker).map((one) => [Number(one.row.id), one]));
  const planned = lines.map((line, index) =>
    atLine(set, index, step, () => {
      const id = line.id === undefined || line.id === null ? null : Number(line.id);
      const before = id === null ? null : left.get(id);
      if (before === undefined)
        throw new AppError('entity.badReference', { field: String(id) }, { field: '/id' });
      if (id !== null) left.delete(id);
      return planLine(step, child, line, before);
    }),
  );
  // The caller cannot remove lines that are hidden from them.
  const unseen = standing.filter(({ row }) => !row.seenByAsker);
  return [...planned, ...unseen.map(({ row, stood }) => ({ before: row, stood, values: stood, given: {} }))];
}

const NONE: LinesPlan = { sets: [], names: new Set(), before: {}, values: {}, pick: () => ({}) };

/** Plans the lines of a written record. If the body does not contain them, they do not change. */
export async function planLines(
  trx: Trx,
  step: Step,
  entity: EntityDefinition,
  before: Row | null,
  body: Values,
): Promise<LinesPlan> {
  const all = lineSets(entity);
  if (all.length === 0) return NONE;
  const plan = { sets: [] as PlannedSet[], before: {} as Values, values: {} as Values };
  for (const set of all) {
    const stored = before ? await readLines(trx, step, set, before) : [];
    const standing = stored.map((row) => ({ row, stood: lineValues(set, row) }));
    const shown = standing.map(({ stood }) => stood);
    const lines = body[set.name] as Values[] | null | undefined;
    if (lines !== undefined) setGuard(step, entity, set, lines, shown);
    const planned = lines === undefined ? null : planSet(step, set, lines ?? [], standing);
    plan.sets.push({ ...set, child: entityOf(set.link.entity), stored, planned });
    if (before) plan.before[set.name] = shown;
    if (planned) plan.values[set.name] = planned.map(({ values }) => values);
  }
  const names = new Set(all.map(({ name }) => name));
  const pick = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
  return { ...plan, names, pick };
}
