/** Applies changes at the other end, in parts. Each part is a transaction. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Step } from './coalesceChanges.ts';
import { makePartitions, monthsOf } from './partitions.ts';
import type { Cell, Row } from './pgoutput.ts';
import { nameList, quoteName } from './tables.ts';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const copyCell = (cell: Cell): string =>
  cell == null ? '\\N' : cell.replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign]!);

const copyLine = (columns: readonly string[], row: Row): string =>
  `${columns.map((name) => copyCell(row.get(name))).join('\t')}\n`;

async function replaceRows(
  client: pg.Client,
  { table, gone, rows }: Extract<Step, { do: 'replace' }>,
): Promise<void> {
  const { key, columns } = table;
  const name = quoteName(table.name);
  if (gone.length > 0) {
    const keys = key.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
    const values = key.map((_, index) => gone.map((row) => row[index]));
    await client.query(
      `delete from ${name} where (${nameList(key.map((column) => column.name))}) in (select * from unnest(${keys}))`,
      values,
    );
  }
  if (rows.length === 0) return;
  // Changes of rows do not contain partitions, so missing partitions are created here.
  await makePartitions(client, table, monthsOf(table, rows));
  const lines = function* () {
    for (const row of rows) yield copyLine(columns, row);
  };
  const target = client.query(copyFrom(`copy ${name} (${nameList(columns)}) from stdin`));
  await pipeline(Readable.from(lines()), target);
}

async function setCells(
  client: pg.Client,
  { table, key, cells }: Extract<Step, { do: 'set' }>,
): Promise<void> {
  const names = [...cells.keys()];
  const set = names.map((name, index) => `${quoteName(name)} = $${index + 1}`).join(', ');
  const where = table.key
    .map(({ name }, index) => `${quoteName(name)} = $${names.length + index + 1}`)
    .join(' and ');
  await client.query(`update ${quoteName(table.name)} set ${set} where ${where}`, [
    ...cells.values(),
    ...key,
  ]);
}

/** Applies all steps or none. */
export async function applySteps(client: pg.Client, steps: readonly Step[]): Promise<void> {
  await client.query('begin');
  try {
    for (const step of steps) {
      if (step.do === 'replace') await replaceRows(client, step);
      else if (step.do === 'set') await setCells(client, step);
      else await client.query(`truncate ${nameList(step.tables)}`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
