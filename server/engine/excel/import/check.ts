/**
 * The check says what the rows of a table would do and what is wrong with them. It reads the database and writes
 * nothing.
 */
import { sql } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { ImportMode, Problem } from '../../../../runtime/core/importReport.ts';
import type { Values } from '../../../../runtime/core/rule.ts';
import { fieldTypeOf } from '../../../../runtime/fieldTypes/index.ts';
import { type Row, trxAny } from '../../../platform/db/anyTable.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError, answerError, type FieldError } from '../../../platform/errors/errors.ts';
import { recordScope, recordWhere } from '../../access/index.ts';
import type { CallContext } from '../../context.ts';
import { checkRecord } from '../../entities/bodies.ts';
import { createValues, updateValues } from '../../entities/values.ts';
import { cellValue } from '../fieldCells.ts';
import type { ReadCell, ReadRow } from '../file/cell.ts';
import type { Heading } from '../headings.ts';
import type { Fields } from '../options.ts';
import { findKeys, type RefKeys, targetOf } from '../refs.ts';
import { keysOf } from './columns.ts';
import { TEXTS } from './report.ts';

export type ImportContext = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>;

/** What a row would do. */
export type RowPlan = ReadRow & {
  values: Values;
  problems: Problem[];
  /** Records of the same entity to which it refers and which nobody knows. */
  waits: { column: string; text: string }[];
  /** The record that it changes; null: a new one. */
  before: Row | null;
  unchanged: boolean;
  /** It is in the database. */
  written: boolean;
};

export interface CheckWish {
  entity: Entity;
  /** Those of the entity, with the tenant's own options. */
  fields: Fields;
  mode: ImportMode;
  headings: readonly Heading[];
}

/** An error of a write as lines of a report. */
export function errorLines(error: AppError, lang: CallContext['lang']): FieldError[] {
  const { errors, msg } = answerError(error, lang).body;
  return errors?.length ? [...errors] : [{ field: '', msg }];
}

export const keyText = (names: readonly string[], values: Values): string | null => {
  const parts = names.map((name) => values[name] ?? null);
  return parts.includes(null) ? null : JSON.stringify(parts.map(String));
};

export function createCheck(context: ImportContext, { entity, fields, mode, headings }: CheckWish) {
  const { session, lang, zone } = context;
  const used = headings.filter(({ use, field }) => field !== null && (use === 'write' || use === 'key'));
  const keys = keysOf(entity);
  const mayCreate = recordScope(session, entity, 'create') !== null;
  /** The row in which a key stood first; by the place of the key. */
  const seen = keys.map(() => new Map<string, number>());
  /** The row that meant a record first. */
  const meant = new Map<number, number>();
  const titles = new Map(headings.map(({ field, text }) => [field, text]));
  const titleOf = (name: string): string => titles.get(name) ?? fields[name]?.title?.[lang] ?? name;
  const problem = (row: number, column: string, reason: string): Problem => ({
    row,
    column,
    title: column && titleOf(column),
    reason,
  });
  const told = (row: number, errors: readonly FieldError[]): Problem[] =>
    errors.map(({ field, msg }) => problem(row, field.split('/')[1] ?? '', msg));

  function readRow({ row, cells }: ReadRow): RowPlan {
    const plan: RowPlan = {
      row,
      cells,
      values: {},
      problems: [],
      waits: [],
      before: null,
      unchanged: false,
      written: false,
    };
    for (const { index, field: name } of used) {
      if (name === null) continue;
      const cell: ReadCell = cells[index] ?? null;
      const read = cellValue(name === 'id' ? { type: 'integer' } : (fields[name] ?? {}), cell, {
        lang,
        zone,
      });
      if ('problem' in read) plan.problems.push(problem(row, name, read.problem[lang]));
      else if (read.value !== undefined) plan.values[name] = read.value;
    }
    return plan;
  }

  /** Texts of references become the keys of their records. */
  async function resolveRefs(trx: Trx, plans: readonly RowPlan[]): Promise<void> {
    for (const { field: name } of used) {
      const field = name === null ? undefined : fields[name];
      const target = field && targetOf(field);
      if (!target || name === null) continue;
      const texts = plans.flatMap(({ values }) => [values[name] ?? []].flat().map(String));
      const found = await findKeys(trx, session, target, texts);
      const own = target.entity.name === entity.name;
      for (const plan of plans) setRef(plan, name, found, own);
    }
  }

  function setRef(plan: RowPlan, name: string, found: RefKeys, own: boolean): void {
    const value = plan.values[name];
    if (value === undefined) return;
    const resolved = [value].flat().map((one) => found.get(String(one)));
    const wrong = resolved.find((one) => one === undefined || one === null);
    if (resolved.includes(undefined) || resolved.includes(null)) {
      const text = wrong === null && !resolved.includes(undefined) ? TEXTS.severalRefs : TEXTS.unknown;
      plan.problems.push(problem(plan.row, name, text[lang]));
      const unknown = [value]
        .flat()
        .map(String)
        .filter((one) => !found.has(one));
      if (own) plan.waits.push(...unknown.map((one) => ({ column: name, text: one })));
      delete plan.values[name];
    } else plan.values[name] = Array.isArray(value) ? resolved : resolved[0];
  }

  /** Records that rows mean, by key. */
  async function findRecords(trx: Trx, plans: readonly RowPlan[]): Promise<Map<string, Row>[]> {
    const found: Map<string, Row>[] = [];
    for (const names of keys) {
      const [first = ''] = names;
      const wanted = [
        ...new Set(
          plans.filter(({ values }) => keyText(names, values)).map(({ values }) => String(values[first])),
        ),
      ];
      const rows =
        wanted.length === 0
          ? []
          : await trxAny(trx)
              .selectFrom(entity.name)
              .selectAll()
              .where(sql<string>`${sql.ref(first)}::text`, 'in', wanted)
              .execute();
      found.push(new Map(rows.map((row) => [keyText(names, row) ?? '', row])));
    }
    return found;
  }

  async function changeable(trx: Trx, rows: readonly Row[]): Promise<ReadonlySet<unknown>> {
    const where = recordWhere(session, entity, 'update');
    const ids = rows.map(({ id }) => id);
    if (!where || ids.length === 0) return new Set(ids);
    const allowed = await trxAny(trx)
      .selectFrom(entity.name)
      .select('id')
      .where('id', 'in', ids)
      .where(where)
      .execute();
    return new Set(allowed.map(({ id }) => id));
  }

  /** The same key in two rows of the file. */
  function findRepeats(plan: RowPlan): void {
    keys.forEach((names, at) => {
      const key = keyText(names, plan.values);
      if (key === null) return;
      const first = seen[at]?.get(key);
      if (first === undefined) seen[at]?.set(key, plan.row);
      else if (first !== plan.row)
        plan.problems.push(
          problem(plan.row, names.at(-1) ?? '', TEXTS.twice[lang].replace('{row}', String(first))),
        );
    });
  }

  /** Which record the row means, and whether that fits what is wanted. */
  function chooseRecord(plan: RowPlan, found: readonly Map<string, Row>[]): void {
    const hits = keys.map((names, at) => found[at]?.get(keyText(names, plan.values) ?? '\0'));
    const at = hits.findIndex((hit) => hit !== undefined);
    if (mode === 'create') {
      if (at >= 0) plan.problems.push(problem(plan.row, keys[at]?.at(-1) ?? '', TEXTS.taken[lang]));
      return;
    }
    plan.before = hits[at] ?? null;
    if (plan.before) {
      recordMean(plan, Number(plan.before.id));
      return;
    }
    if (mode === 'both' && plan.values.id === undefined) {
      if (!mayCreate) plan.problems.push(problem(plan.row, '', TEXTS.mayNotCreate[lang]));
      return;
    }
    const tried = keys.find((names) => keyText(names, plan.values) !== null);
    const text = tried ? TEXTS.missing : TEXTS.noKeyValue;
    plan.problems.push(problem(plan.row, tried?.at(-1) ?? '', text[lang]));
  }

  /** Two rows may mean one record by different keys. */
  function recordMean(plan: RowPlan, id: number): void {
    const first = meant.get(id);
    if (first === undefined) meant.set(id, plan.row);
    else if (first !== plan.row && plan.problems.length === 0)
      plan.problems.push(problem(plan.row, '', TEXTS.twice[lang].replace('{row}', String(first))));
  }

  /** An empty cell empties the field of an existing record. */
  function valuesToChange(plan: RowPlan): void {
    const { id: _id, ...values } = plan.values;
    plan.values = values;
    if (!plan.before) return;
    for (const { field: name, use } of used)
      if (name !== null && use === 'write' && values[name] === undefined) values[name] = null;
  }

  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
  const instant = (name: string, value: unknown): unknown =>
    typeof value === 'string' && fieldTypeOf(fields[name] ?? {}).cell === 'moment'
      ? Date.parse(value)
      : value;

  /** The rules of the record, as a write would apply them. */
  function checkRules(plan: RowPlan): void {
    const { row, values, before } = plan;
    try {
      const whole = before ? updateValues(entity, before, values, lang) : createValues(entity, values, lang);
      plan.problems.push(...told(row, checkRecord(entity, whole, lang)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The schema says more about single fields than the rule that stopped first.
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
      const own = told(row, before ? [] : checkRecord(entity, given, lang));
      const rest = told(row, errorLines(error, lang)).filter(
        ({ column }) => !own.some((one) => one.column === column),
      );
      plan.problems.push(...own, ...rest);
    }
    plan.unchanged =
      before !== null &&
      Object.keys(values).every((name) => same(instant(name, values[name]), instant(name, before[name])));
  }

  return async function checkBatch(trx: Trx, rows: readonly ReadRow[]): Promise<RowPlan[]> {
    const plans = rows.map(readRow);
    await resolveRefs(trx, plans);
    const found = await findRecords(trx, plans);
    for (const plan of plans) {
      const wrong = new Set(plan.problems.map(({ column }) => column));
      findRepeats(plan);
      chooseRecord(plan, found);
      valuesToChange(plan);
      const before = plan.problems.length;
      checkRules(plan);
      // A cell that could not be read is not missing as well.
      plan.problems = plan.problems.filter(({ column }, at) => at < before || !wrong.has(column));
    }
    const mine = await changeable(
      trx,
      plans.flatMap(({ before }) => (before ? [before] : [])),
    );
    for (const plan of plans)
      if (plan.before && !mine.has(plan.before.id))
        plan.problems.push(problem(plan.row, '', TEXTS.notYours[lang]));
    return plans;
  };
}
