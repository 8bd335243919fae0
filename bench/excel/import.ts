/**
 * Measures the import of customers over HTTP. The server checks and imports an Excel file of 100,000 rows. Directus
 * imports a CSV file of fewer rows into the same table of the same PostgreSQL. Both keep a history of every record.
 */
import { awaitJobEnd, tableFile, upload } from '../../tests/support/records/excel.ts';
import { startServer } from '../../tests/support/server/server.ts';
import { makeOperator } from '../../tests/support/telemetry/site.ts';
import { findDirectus, startDirectus, TOKEN } from '../crud/directus.ts';
import { customers } from '../crud/subjects.ts';
import { fillTheirs, runSql } from '../crud/tables.ts';
import { sized } from '../kit/size.ts';
import { type Measured, measure } from './measure.ts';

const ROWS = sized(100_000, 200);
/** Directus needs minutes for more rows. */
const FEW = sized(5_000, 50);

const { values: VALUES, table } = customers;
const KEYS = ['name', ...Object.keys(VALUES), 'city', 'address', 'remark'];
const makeRows = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [
    `Customer ${at}`,
    ...Object.values(VALUES).map((values) => values[at % values.length] ?? ''),
    `City ${at % 500}`,
    `Street ${at}`,
    `remark ${at % 1000}`,
  ]);

export interface ImportFigures {
  check: Measured;
  write: Measured;
  perSecond: number;
  /** Rows a second of Directus. Null if it is not installed. */
  theirs: number | null;
}

async function measureBoth(): Promise<Omit<ImportFigures, 'perSecond'>> {
  const server = await startServer();
  try {
    const operator = await makeOperator(server);
    const form = upload(await tableFile([KEYS, ...makeRows(ROWS)]));
    const path = { entity: 'customer' };
    const end = async (id: number) => (await awaitJobEnd(operator, { id })).result as Record<string, number>;
    let id = 0;
    let result: Record<string, number> = {};
    const check = await measure(async () => {
      ({ id } = await operator.call('recordImportCheck', { path, form }));
      result = await end(id);
    });
    if (result.created !== ROWS) throw new Error(`the check found ${JSON.stringify(result)}`);
    const write = await measure(async () => {
      result = await end((await operator.call('recordImport', { path: { ...path, id } })).id);
    });
    if (result.created !== ROWS) throw new Error(`${result.created} rows were imported`);
    return { check, write, theirs: await measureTheirs(server.app.db.pool) };
  } finally {
    await server.stop();
  }
}

/** Measures rows per second. */
async function measureTheirs(pool: Parameters<typeof fillTheirs>[0]): Promise<number | null> {
  if (!findDirectus()) return null;
  const directus = await startDirectus(pool, table, fillTheirs(pool, customers, []), runSql(pool));
  try {
    const names = KEYS.map((name) => (name === 'creditRating' ? 'credit_rating' : name));
    const form = new FormData();
    const text = [names, ...makeRows(FEW)].map((row) => row.join(',')).join('\n');
    form.append('file', new File([text], 'customers.csv', { type: 'text/csv' }));
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { seconds } = await measure(async () => {
      const answer = await fetch(`${directus.url}/utils/import/customer`, {
        method: 'POST',
        headers,
        body: form,
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    });
    const counted = await fetch(`${directus.url}/items/customer?aggregate[count]=id`, { headers });
    const { data } = (await counted.json()) as { data: { count: { id: string } }[] };
    if (Number(data[0]?.count.id) !== FEW) throw new Error(`directus has ${JSON.stringify(data)}`);
    return FEW / seconds;
  } finally {
    await directus.stop();
  }
}

export async function measureImport(): Promise<ImportFigures> {
  const { check, write, theirs } = await measureBoth();
  return { check, write, perSecond: ROWS / write.seconds, theirs };
}
