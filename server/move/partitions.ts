/** Tables with monthly partitions, and the column that determines the month. */
import type pg from 'pg';
import type { Row } from './pgoutput.ts';
import type { MovedTable } from './tables.ts';

const BY_MONTH: Readonly<Record<string, string>> = { points: 'ts', point_row: 'ts', points_day: 'day' };

/** Returns months such as 2026-11. */
export function monthsOf({ name }: MovedTable, rows: readonly Row[]): string[] {
  const column = BY_MONTH[name];
  return column ? [...new Set(rows.map((row) => row.get(column)!.slice(0, 7)))] : [];
}

/** Lists the months of the partitions that the table has at FROM. */
export const listHeldMonths = ({ name, parts }: MovedTable): string[] =>
  BY_MONTH[name] ? parts.map((part) => part.name.slice(-6).replace(/^\d{4}/, '$&-')) : [];

export async function makePartitions(
  client: pg.Client,
  { name }: MovedTable,
  months: readonly string[],
): Promise<void> {
  for (const month of months) await client.query(`select ${name}_partition($1::date)`, [`${month}-01`]);
}
