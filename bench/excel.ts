/**
 * Writes 100,000 rows × 15 columns into an Excel file and reads them. The packages write-excel-file and
 * read-excel-file do the same, each in its own process. Then the server exports the same number of records, and
 * imports the same number of rows. Directus imports as well. It prints seconds and the growth of the process memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import writeXlsx from 'write-excel-file/node';
import type { Cell } from '../server/engine/excel/file/cell.ts';
import { readTable } from '../server/engine/excel/file/tableRead.ts';
import { openTable } from '../server/engine/excel/file/tableWrite.ts';
import { exportTable } from '../tests/support/records/excel.ts';
import { startServer } from '../tests/support/server/server.ts';
import { makeOperator } from '../tests/support/telemetry/site.ts';
import { VERSION } from './crud/directus.ts';
import { measureImport } from './excel/import.ts';
import { MB, type Measured, measure } from './excel/measure.ts';
import { keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const ROWS = sized(100_000, 200);
const COLUMNS = 15;
/** Goal for our imported rows a second, as a multiple of Directus. */
const GOAL = 3;

const DAY = 46_000;

/** Makes a row of five texts, five figures, three dates, an amount and an empty cell. */
function makeRow(at: number): Cell[] {
  const texts = Array.from({ length: 5 }, (_, column) => `客户 ${at} – text ${column}`);
  const figures = Array.from(
    { length: 5 },
    (_, column): Cell => ({ value: at * (column + 1), style: 'integer' }),
  );
  const dates = Array.from(
    { length: 3 },
    (_, column): Cell => ({ value: DAY + at / 100 + column, style: 'dateTime' }),
  );
  return [...texts, ...figures, ...dates, { value: at / 4, style: 'money' }, null];
}

const headings = Array.from({ length: COLUMNS }, (_, at) => ({ title: `Column ${at + 1}`, width: 14 }));

async function writeOwn(path: string): Promise<void> {
  const table = await openTable(path, 'xlsx', 'Bench', headings);
  for (let at = 0; at < ROWS; at += 1) await table.row(makeRow(at));
  await table.end();
}

async function writePackage(path: string): Promise<void> {
  const EPOCH_DAYS = 25_569;
  const DAY_MS = 86_400_000;
  const rows = Array.from({ length: ROWS }, (_, at) =>
    makeRow(at).map((cell) => {
      if (cell === null || typeof cell === 'string')
        return cell === null ? null : { type: String, value: cell };
      if (cell.style !== 'dateTime') return { type: Number, value: cell.value };
      return { type: Date, value: new Date((cell.value - EPOCH_DAYS) * DAY_MS), format: 'yyyy-mm-dd hh:mm' };
    }),
  );
  await writeXlsx([headings.map(({ title }) => ({ value: title })), ...rows]).toFile(path);
}

async function readOwn(path: string): Promise<void> {
  const table = await readTable(path);
  let count = 0;
  for await (const _ of table.rows) count += 1;
  await table.close();
  if (count !== ROWS + 1) throw new Error(`${count} rows were read`);
}

async function readPackage(path: string): Promise<void> {
  const [sheet] = await readXlsx(path);
  if (sheet?.data.length !== ROWS + 1) throw new Error('not all rows were read');
}

const STEPS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  writeOwn,
  writePackage,
  readOwn,
  readPackage,
};

/** Runs a step in its own process, so that no other step affects its memory. */
function runStep(name: string, path: string): Measured {
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', import.meta.filename, name, path],
    { encoding: 'utf8', maxBuffer: MB },
  );
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout.trim().split('\n').pop() ?? '') as Measured;
}

/** Measures the whole export: the call, the cursor, labels and the file. */
async function measureExport(): Promise<Measured> {
  const server = await startServer();
  try {
    const operator = await makeOperator(server);
    await server.app.db.pool.query(
      `insert into customer (tenant_id, name, nature, state, level, city, address, remark, created_by, updated_by)
       select $1, 'Customer ' || n, null, 'developing', 'NP', 'Xiamen', 'Street ' || n, 'Remark ' || n, 1, 1
         from generate_series(1, ${ROWS}) n`,
      [operator.tenantId],
    );
    return await measure(() => exportTable(operator, 'customer'));
  } finally {
    await server.stop();
  }
}

const shown = ({ seconds, cpuSeconds, grownMb }: Measured): string =>
  `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of its processor), ${Math.round(grownMb)} MB more`;

const [, , step, target] = process.argv;
if (step && target) {
  console.log(JSON.stringify(await measure(() => STEPS[step]?.(target) ?? Promise.reject(new Error(step)))));
} else {
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-bench-'));
  try {
    const own = join(folder, 'own.xlsx');
    const writes = {
      own: runStep('writeOwn', own),
      other: runStep('writePackage', join(folder, 'other.xlsx')),
    };
    const reads = { own: runStep('readOwn', own), other: runStep('readPackage', own) };
    // Our reader also reads the package's file, to check that both wrote the same number of rows.
    runStep('readOwn', join(folder, 'other.xlsx'));
    const size = ((await stat(own)).size / MB).toFixed(1);
    console.log(`${ROWS.toLocaleString('en')} rows × ${COLUMNS} columns, ${size} MB`);
    for (const [name, { own: mine, other }] of Object.entries({ writing: writes, reading: reads })) {
      console.log(`${name}: ours ${shown(mine)}; the package ${shown(other)}`);
      const [time, memory] = [mine.seconds / other.seconds, mine.grownMb / other.grownMb];
      const ratioText = (what: string, value: number): string =>
        `${value.toFixed(2)} of its ${what} (${keepRatio({ name: `${name}, ${what}`, value, better: 'less' })})`;
      console.log(`  ratio: ${ratioText('time', time)}, ${ratioText('memory', memory)}`);
    }
    console.log(
      `export of ${ROWS.toLocaleString('en')} customers by the server: ${shown(await measureExport())}`,
    );
    const { check, write, perSecond, theirs } = await measureImport();
    console.log(
      `import of ${ROWS.toLocaleString('en')} customers: check ${shown(check)}; import ${shown(write)}`,
    );
    console.log(`  ${perSecond.toFixed(0)} rows/s`);
    if (theirs !== null) {
      const value = perSecond / theirs;
      const verdict = keepRatio({ name: 'import beside Directus', value, goal: GOAL, better: 'more' });
      console.log(
        `  directus ${VERSION} ${theirs.toFixed(0)} rows/s, ratio ${value.toFixed(1)} (${verdict})`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
