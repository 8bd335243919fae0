/**
 * Writes the audit log as a file, with a line for every changed field. It is read in batches, so that memory use stays
 * constant.
 */

import type { ReadStream } from 'node:fs';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { auditActionTitle } from '../../../runtime/core/text/auditWords.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText, type SourceText } from '../../../runtime/core/text/pickText.ts';
import { readOnce } from '../../platform/files/readOnce.ts';
import type { CallContext } from '../context.ts';
import type { CellContext } from '../excel/fieldCells.ts';
import type { Cell } from '../excel/file/cell.ts';
import { openTable, type TableColumn, type TableFormat, type TableWriter } from '../excel/file/tableWrite.ts';
import { type ChangeCells, readAuditCells, showMoment } from './auditCells.ts';
import { type AuditFilter, type AuditLine, auditAfter, CONCEALED } from './auditQuery.ts';

const STEP = 500;
/** Maximum number of lines in a sheet. */
const MAX_LINES = 1_000_000;

const TITLE: SourceText = { zh: '操作日志', en: 'Audit log' };
/** The name in the file for changes that no user made. */
const SYSTEM: SourceText = { zh: '系统', en: 'System' };
const COLUMNS: readonly { zh: string; en: string; width: number }[] = [
  { zh: '时间', en: 'Time', width: 24 },
  { zh: '用户', en: 'User', width: 16 },
  { zh: '对象', en: 'Object', width: 18 },
  { zh: '编号', en: 'Id', width: 10 },
  { zh: '名称', en: 'Name', width: 24 },
  { zh: '操作', en: 'Action', width: 18 },
  { zh: '字段', en: 'Field', width: 18 },
  { zh: '原值', en: 'Before', width: 32 },
  { zh: '新值', en: 'After', width: 32 },
];

const columnsIn = (lang: Lang): TableColumn[] =>
  COLUMNS.map((column) => ({ title: pickText(column, lang), width: column.width }));

/** Returns a row for each changed field of a log entry. If nothing changed, returns a single row without a field. */
function lineRows(
  line: AuditLine,
  context: CellContext,
  cells: (line: AuditLine, change: AuditLine['changes'][number]) => ChangeCells,
): Cell[][] {
  const { lang } = context;
  const start = [
    showMoment(line.at, context),
    line.userName || pickText(SYSTEM, lang),
    pickText(line.title, lang),
    line.recordId,
    pickText(line.recordName, lang) ?? '',
    pickText(auditActionTitle(line.action, entityRegistry.get(line.entity)), lang),
  ];
  if (line.changes.length === 0) return [[...start, line.concealed ? CONCEALED : '', '', '']];
  return line.changes.map((change) => {
    const { before, after } = cells(line, change);
    return [...start, pickText(change.title, lang), before, after];
  });
}

type FileContext = Pick<CallContext, 'db' | 'session' | 'reply'> & CellContext;

async function writeLines(context: FileContext, filter: AuditFilter, table: TableWriter): Promise<void> {
  const { db, session, reply } = context;
  let before: number | null = null;
  let written = 0;
  // The caller may have closed the connection.
  while (!reply.raw.destroyed && written < MAX_LINES) {
    const from: number | null = before;
    const { lines, rows } = await db.tenant(session.tenantId, async (trx) => {
      const entries = await auditAfter(trx, session, filter, from, STEP);
      const cells = await readAuditCells(trx, session, entries, context);
      return { lines: entries, rows: entries.flatMap((line) => lineRows(line, context, cells)) };
    });
    for (const row of rows.slice(0, MAX_LINES - written)) {
      await table.row(row);
      written += 1;
    }
    const last = lines.at(-1);
    if (!last || lines.length < STEP) return;
    before = last.id;
  }
}

export async function auditFile(
  ctx: FileContext,
  filter: AuditFilter,
  format: TableFormat,
): Promise<ReadStream> {
  return readOnce(async (path) => {
    const table = await openTable(path, format, pickText(TITLE, ctx.lang), columnsIn(ctx.lang));
    try {
      await writeLines(ctx, filter, table);
    } finally {
      await table.end();
    }
  });
}
