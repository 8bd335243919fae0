import { readFile } from 'node:fs/promises';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { components } from '../../generated/api.ts';
import type { UploadedFile } from '../../generated/calls.ts';
import type { EntityDefinition } from '../../generated/definition.ts';
import { entities } from '../../generated/entities.ts';
import { FORMATS } from '../../generated/formats.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { CallContext, Lang } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { errors_translate } from '../http/messages.ts';
import { records_insert } from './bulk.ts';
import { fields_of } from './columns.ts';
import { write_guard } from './constraints.ts';
import { cell_value, field_byHeading } from './csvCells.ts';
import { trx_any } from './query.ts';

export type ImportReport = components['schemas']['ImportReport'];
type RowError = ImportReport['errors'][number];

interface CsvRow {
  line: number;
  values: Values;
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ROWS = 10_000;
const HEADER_LINE = 1;

const TEXTS = {
  unknownColumn: { zh: '未知列', en: 'This column is not known' },
  twiceColumn: { zh: '该列出现了两次', en: 'This column is there twice' },
  missingColumn: { zh: '缺少该列', en: 'This column is missing' },
  twice: { zh: '与第 {line} 行重复', en: 'The same as in line {line}' },
  taken: { zh: '已存在', en: 'Already there' },
  unknown: { zh: '不存在', en: 'Does not exist' },
} satisfies Record<string, Record<Lang, string>>;

/** Spreadsheets of a Chinese office save GB 18030 when they don't save UTF-8. */
function text_decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

function lines_parse(text: string): { line: number; cells: string[] }[] {
  try {
    const rows = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw new AppError('import.notCsv', { line: Number(error.lines ?? 0) });
    throw error;
  }
}

function header_read(
  entity: EntityDefinition,
  cells: readonly string[],
  lang: Lang,
): { columns: (string | undefined)[]; errors: RowError[] } {
  const columns = cells.map((cell) => field_byHeading(entity, cell));
  const error = (column: string, text: Record<Lang, string>): RowError => ({
    row: HEADER_LINE,
    column,
    reason: text[lang],
  });
  const errors = columns.flatMap((name, index) => {
    if (name === undefined) return [error(cells[index] ?? '', TEXTS.unknownColumn)];
    return columns.indexOf(name) < index ? [error(cells[index] ?? '', TEXTS.twiceColumn)] : [];
  });
  const required = (entity.schema.required ?? []).filter((name) => {
    const field = fields_of(entity)[name];
    return field && !field.readOnly && field.default === undefined && !columns.includes(name);
  });
  return { columns, errors: [...errors, ...required.map((name) => error(name, TEXTS.missingColumn))] };
}

const ajv = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, formats: FORMATS });
const validators = new Map<string, ValidateFunction>();

function row_check(entity: EntityDefinition, { line, values }: CsvRow, lang: Lang): RowError[] {
  const known = validators.get(entity.name);
  const validate =
    known ?? ajv.compile((entities as unknown as Record<string, { pure: object }>)[entity.name]!.pure);
  validators.set(entity.name, validate);
  if (validate(values)) return [];
  return errors_translate(validate.errors ?? [], lang).map(({ field, msg }) => ({
    row: line,
    column: field.slice(1),
    reason: msg,
  }));
}

/** Keys that two rows share, or that a record has already. */
async function keys_check(
  trx: Trx,
  entity: EntityDefinition,
  rows: readonly CsvRow[],
  lang: Lang,
): Promise<RowError[]> {
  const errors: RowError[] = [];
  for (const fields of entity.unique ?? []) {
    if (fields.some((name) => fields_of(entity)[name]?.readOnly)) continue;
    const key_of = (values: Values): string => JSON.stringify(fields.map((name) => values[name] ?? null));
    const column = fields[fields.length - 1] as string;
    const first = fields[0] as string;
    const found = await trx_any(trx)
      .selectFrom(entity.name)
      .select(fields)
      .where(first, 'in', [...new Set(rows.map(({ values }) => values[first] ?? null))])
      .execute();
    const taken = new Set(found.map(key_of));
    const lines = new Map<string, number>();
    for (const { line, values } of rows) {
      const key = key_of(values);
      const before = lines.get(key);
      if (before !== undefined)
        errors.push({ row: line, column, reason: TEXTS.twice[lang].replace('{line}', String(before)) });
      else lines.set(key, line);
      if (taken.has(key)) errors.push({ row: line, column, reason: TEXTS.taken[lang] });
    }
  }
  return errors;
}

/** Other records that the rows point at. */
async function references_check(
  trx: Trx,
  entity: EntityDefinition,
  rows: readonly CsvRow[],
  lang: Lang,
): Promise<RowError[]> {
  const errors: RowError[] = [];
  for (const [name, field] of Object.entries(fields_of(entity))) {
    const target = field['x-ref'];
    const used = [
      ...new Set(
        rows.map(({ values }) => values[name]).filter((value) => value !== undefined && value !== null),
      ),
    ];
    if (!target || used.length === 0) continue;
    const key = field['x-refKey'] ?? 'id';
    const found = await trx_any(trx).selectFrom(target).select(key).where(key, 'in', used).execute();
    const there = new Set(found.map((row) => row[key]));
    for (const { line, values } of rows) {
      const value = values[name];
      if (value !== undefined && value !== null && !there.has(value))
        errors.push({ row: line, column: name, reason: TEXTS.unknown[lang] });
    }
  }
  return errors;
}

export interface CsvImport {
  entity: EntityDefinition;
  file: UploadedFile | undefined;
  dryRun: boolean;
  /** Fills in what a row may leave out before its keys are compared. */
  prepare?(values: Values): Values;
}

/** Takes over the rows of a file, all or none, and names every wrong cell by line and column. */
export async function csv_import(
  ctx: Pick<CallContext, 'db' | 'session' | 'lang' | 'hub'>,
  wanted: CsvImport,
): Promise<ImportReport> {
  const { entity, file, dryRun, prepare } = wanted;
  const { db, session, lang, hub } = ctx;
  if (!file) throw new AppError('file.missing');
  if (file.size > MAX_BYTES) throw new AppError('http.fileTooLarge', { limit: MAX_BYTES / 1024 / 1024 });
  const [header, ...lines] = lines_parse(text_decode(await readFile(file.path)));
  if (!header || lines.length === 0) throw new AppError('import.noRows');
  if (lines.length > MAX_ROWS) throw new AppError('import.tooLong', { limit: MAX_ROWS });
  const { columns, errors } = header_read(entity, header.cells, lang);
  const total = lines.length;
  if (errors.length > 0) return { total, imported: 0, errors };
  const rows = lines.map(({ line, cells }): CsvRow => {
    const values: Values = {};
    columns.forEach((name, index) => {
      const field = name === undefined ? undefined : fields_of(entity)[name];
      const value = field && cell_value(field, cells[index] ?? '');
      if (name !== undefined && value !== undefined) values[name] = value;
    });
    return { line, values: prepare?.(values) ?? values };
  });
  const wrong = rows.flatMap((row) => row_check(entity, row, lang));
  const { ids, report } = await write_guard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx): Promise<{ ids: number[]; report: ImportReport }> => {
      const sound = rows.filter(({ line }) => !wrong.some(({ row }) => row === line));
      const found =
        sound.length === 0
          ? []
          : [
              ...(await keys_check(trx, entity, sound, lang)),
              ...(await references_check(trx, entity, sound, lang)),
            ];
      const all = [...wrong, ...found].sort((one, other) => one.row - other.row);
      if (all.length > 0 || dryRun) return { ids: [], report: { total, imported: 0, errors: all } };
      const made = await records_insert(trx, ctx, entity, rows);
      return { ids: made, report: { total, imported: made.length, errors: [] } };
    }),
  );
  for (const id of ids)
    hub.publish({ type: 'entity', entity: entity.name, tenantId: session.tenantId, id, do: 'create' });
  return report;
}
