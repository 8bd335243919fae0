/** Ten thousand devices are imported from one file. Bad ones among them are reported and left out (S2). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  checkTable,
  importTable,
  jobBytes,
  tableCells,
  tableFile,
  upload,
} from '../../support/records/excel.ts';
import { type Client, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

const ROWS = 10_000;
const HEADER = 1;
const NAMES = ['sn', 'name', 'stationSn', 'type'];

let server: TestServer;
let operator: Client & { tenantId: number };
beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  await makeSite(operator, 'BULK');
});
afterAll(() => server?.stop());

type Row = (string | null)[];
const snOf = (at: number): string => `BULK-D${at}`;
const rowOf = (at: number): Row => [snOf(at), `Meter ${at}`, 'BULK', 'meter'];

/** The bad rows by their position among the devices, with the reported column. */
const BAD: readonly { at: number; column: string; row: Row }[] = [
  { at: 0, column: 'stationSn', row: [snOf(0), 'Meter 0', 'NOWHERE', 'meter'] },
  { at: 499, column: 'stationSn', row: [snOf(499), 'Meter 499', 'nowhere', 'meter'] },
  { at: 500, column: 'type', row: [snOf(500), 'Meter 500', 'BULK', 'spaceship'] },
  { at: 1_234, column: 'sn', row: [snOf(1), 'Twice in the file', 'BULK', 'meter'] },
  { at: 2_500, column: 'sn', row: ['two words', 'Meter', 'BULK', 'meter'] },
  { at: 3_000, column: 'name', row: [snOf(3_000), 'n'.repeat(201), 'BULK', 'meter'] },
  { at: 4_321, column: 'name', row: [snOf(4_321), null, 'BULK', 'meter'] },
  { at: 5_000, column: 'sn', row: ['=1+1', 'Meter', 'BULK', 'meter'] },
  { at: 6_000, column: 'sn', row: ['x'.repeat(300), 'Meter', 'BULK', 'meter'] },
  { at: 7_777, column: 'stationSn', row: [snOf(7_777), 'Meter', null, 'meter'] },
  { at: 8_888, column: 'sn', row: [snOf(2), 'Twice as well', 'BULK', 'meter'] },
  { at: 9_999, column: 'type', row: [snOf(9_999), 'Meter', 'BULK', '<script>'] },
];

it('imports the valid ones, returns each bad row in a file with its error, and changes nothing the second time', async () => {
  const rows = Array.from({ length: ROWS }, (_, at) => rowOf(at));
  for (const { at, row } of BAD) rows[at] = row;
  const file = await tableFile([NAMES, ...rows]);
  const check = await checkTable(operator, { entity: 'device' }, upload(file));
  expect(check.report).toMatchObject({ total: ROWS, created: ROWS - BAD.length, rejected: BAD.length });
  expect(check.report.problems.map(({ row, column }) => [row, column])).toEqual(
    BAD.map(({ at, column }) => [at + HEADER + 1, column]),
  );
  const before = await operator.call('devicePage', { query: { size: 1 } });
  expect(before.total).toBe(1);
  const { job, report } = await importTable(operator, { entity: 'device' }, check.job);
  expect(report).toMatchObject({ created: ROWS - BAD.length, rejected: BAD.length });
  const rejected = await tableCells(await jobBytes(operator, job));
  expect(rejected).toHaveLength(BAD.length + HEADER);
  const good = ROWS - BAD.length + before.total;
  expect((await operator.call('devicePage', { query: { size: 1 } })).total).toBe(good);
  const [station] = await operator.call('emsDeviceTree', {});
  expect(station).toMatchObject({ key: 'BULK', devices: good });
  const again = await checkTable(operator, { entity: 'device' }, upload(file));
  expect(again.report).toMatchObject({ created: 0, rejected: ROWS });
});
