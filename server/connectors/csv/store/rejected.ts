/** Stores each rejected cell of an import with its line, column and reason. */
import { markFormula } from '../../../engine/excel/file/formulaMark.ts';
import { type Reason, reasonText } from '../../../sites/telemetry/intake/reasons.ts';
import { type ImportContext, KEPT_REJECTIONS, readImport } from './jobs.ts';

interface Rejected {
  /** Counted from 1. */
  no: number;
  line: number;
  column: string;
  reason: string;
  message: string;
  value: string;
}

const NUMBER = /^[+-]?[\d.,]+(?:e[+-]?\d+)?$/i;
const SHOWN = 200;

/** Lists the first rejections of an import, as many as a page shows. */
export async function listRejected(context: ImportContext, id: number, limit = SHOWN): Promise<Rejected[]> {
  await readImport(context, id);
  const rows = await context.db.tenant(context.session.tenantId, (trx) =>
    trx
      .selectFrom('importRejected')
      .select(['no', 'line', 'columnName', 'reason', 'raw'])
      .where('jobId', '=', id)
      .orderBy('no')
      .limit(limit)
      .execute(),
  );
  return rows.map(({ no, line, columnName, reason, raw }) => {
    return {
      no,
      line,
      column: columnName,
      reason,
      message: reasonText(reason as Reason, context.lang),
      value: raw,
    };
  });
}

/** Returns a cell for a spreadsheet: quoted where needed, and never a formula. */
function writeCell(value: string | number): string {
  const text = String(value);
  const safe = NUMBER.test(text) ? text : markFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export async function writeRejected(context: ImportContext, id: number): Promise<string> {
  const rows = await listRejected(context, id, KEPT_REJECTIONS);
  const lines = rows.map(({ line, column, reason, message, value }) =>
    [line, column, reason, message, value].map(writeCell).join(','),
  );
  return `\uFEFF${['line,column,reason,message,value', ...lines].join('\r\n')}\r\n`;
}
