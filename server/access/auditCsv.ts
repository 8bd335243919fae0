import type { Lang } from '../context.ts';
import type { AuditLine } from './auditQuery.ts';

const HEADS: Readonly<Record<Lang, readonly string[]>> = {
  zh: ['时间', '用户', '对象', '编号', '操作', '字段', '原值', '新值'],
  en: ['Time', 'User', 'Object', 'Id', 'Action', 'Field', 'Before', 'After'],
};

/** A text that a spreadsheet would run as a formula is shown as text. */
function cell(value: unknown): string {
  const plain =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

const row = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`;

/** With the mark by which spreadsheets know that the file is UTF-8. */
export const auditCsv_head = (lang: Lang): string => `\ufeff${row(HEADS[lang])}`;

/** A line of the file for every field that changed; one without fields where nothing did. */
export function auditCsv_rows(line: AuditLine, lang: Lang): string {
  const start = [line.at, line.userName, line.title[lang], line.recordId, line.action];
  if (line.changes.length === 0) return row([...start, '', '', '']);
  return line.changes.map(({ title, before, after }) => row([...start, title[lang], before, after])).join('');
}
