/** One line of a file as points: pure. */
import { time_parse } from '../../../runtime/core/timeWindow.ts';
import { time_refusal } from '../../telemetry/payload.ts';
import type { Reason } from '../../telemetry/reasons.ts';
import type { TelemetryVariable } from '../../telemetry/types.ts';
import { value_convert } from '../../telemetry/value.ts';
import type { MappedFile } from './mapping.ts';
import type { CsvRow } from './rows.ts';

/** What a cell needs to know of its variable; in a dry run there may be no variable yet. */
export type CellTarget = Pick<TelemetryVariable, 'dataType' | 'scale' | 'offset' | 'formula'> & {
  enabled: boolean;
};

export interface FilePlan {
  columns: number;
  timeIndex: number;
  timeColumn: string;
  zone: string;
  decimalComma: boolean;
  cells: { index: number; column: string; code: string; target: CellTarget }[];
}

export interface CellValue {
  code: string;
  value: number | string;
}

export interface CellRejection {
  line: number;
  column: string;
  reason: Reason;
  raw: string;
}

export interface ConvertedRow {
  /** Null: the line as a whole is rejected. */
  ts: number | null;
  values: CellValue[];
  rejections: CellRejection[];
}

/** Null with the name of the first column that the file lacks. */
export function plan_make(
  file: MappedFile,
  header: readonly string[],
  zone: string,
  targetOf: (code: string) => CellTarget,
): { plan: FilePlan } | { missing: string } {
  const wanted = [file.timeColumn, ...file.columns.map(({ column }) => column)];
  const missing = wanted.find((column) => !header.includes(column));
  if (missing !== undefined) return { missing };
  return {
    plan: {
      columns: header.length,
      timeIndex: header.indexOf(file.timeColumn),
      timeColumn: file.timeColumn,
      zone,
      decimalComma: file.decimalComma ?? false,
      cells: file.columns.map(({ column, code }) => {
        return { index: header.indexOf(column), column, code, target: targetOf(code) };
      }),
    },
  };
}

/** `1.234,5` is one thousand and so on; text is left alone by the conversion that follows. */
function comma_read(text: string): string {
  return /^[+-]?[\d.]*,\d+$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
}

function time_reject(text: string, plan: FilePlan, now: number, after: number | undefined): number | Reason {
  if (text.trim() === '') return 'empty';
  const ts = time_parse(text, plan.zone, after);
  if (ts !== null) return time_refusal(ts, now) ?? ts;
  // A time that reads well in UTC but not here was skipped by the clock.
  return time_parse(text, 'UTC') === null ? 'timeUnreadable' : 'timeSkipped';
}

/** `after` is the time of the line before: it tells which one of an hour that the clock shows twice. */
export function row_convert(row: CsvRow, plan: FilePlan, now: number, after?: number): ConvertedRow {
  const { line, cells } = row;
  const whole = (column: string, reason: Reason, raw: string): ConvertedRow => {
    return { ts: null, values: [], rejections: [{ line, column, reason, raw }] };
  };
  if (cells.length !== plan.columns) return whole('', 'columns', cells.join(','));
  const timeText = cells[plan.timeIndex] ?? '';
  const time = time_reject(timeText, plan, now, after);
  if (typeof time === 'string') return whole(plan.timeColumn, time, timeText);
  const converted: ConvertedRow = { ts: time, values: [], rejections: [] };
  for (const { index, column, code, target } of plan.cells) {
    const raw = cells[index] ?? '';
    if (raw.trim() === '') continue;
    const value = value_convert(plan.decimalComma ? comma_read(raw) : raw, target);
    if (target.formula !== null) converted.rejections.push({ line, column, reason: 'calculated', raw });
    else if (!target.enabled) converted.rejections.push({ line, column, reason: 'variableDisabled', raw });
    else if (value.ok) converted.values.push({ code, value: value.value });
    else converted.rejections.push({ line, column, reason: value.reason, raw });
  }
  return converted;
}
