/** Tests files of hourly prices in the formats of markets, read as texts and as workbooks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPriceFile } from '../../../../../server/connectors/csv/priceFile.ts';
import { serialOfWall } from '../../../../../server/engine/excel/file/cell.ts';
import { openTable } from '../../../../../server/engine/excel/file/tableWrite.ts';
import { groupPricesByDay } from '../../../../../server/sites/energy/dayPriceImport.ts';

const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);
/** The day on which the clock is set back. */
const LONG = at('2026-10-24T22:00:00Z');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-prices-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string, format = {}) {
  const path = join(folder, 'prices');
  await writeFile(path, text);
  return readPriceFile(path, format, { zone: ZONE, per: 'MWh' });
}

const hours = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, hour) => from + hour * HOUR_MS);
const pad = (value: number) => String(value).padStart(2, '0');
/** The clock of Berlin on the day with 25 hours, which has 02:00 twice. */
const LOCAL = ['00', '01', '02', '02', ...Array.from({ length: 21 }, (_, hour) => pad(hour + 3))];

describe('a file of prices', () => {
  it('contains the zone of its times, the unit and the currency', async () => {
    const lines = hours(LONG, 25).map(
      (ts, hour) => `${new Date(ts).toISOString().slice(0, 16)},${hour - 3.5}`,
    );
    const file = await read(['Time UTC,Price EUR/MWh', ...lines].join('\n'));
    expect(file).toMatchObject({ zone: 'UTC', per: 'MWh', currency: 'EUR', column: 'Price EUR/MWh' });
    expect(file.prices).toEqual(hours(LONG, 25).map((ts, hour) => [ts, hour - 3.5]));
  });

  it("is read in the station's zone if it names none, with the hour that the clock shows twice", async () => {
    const lines = LOCAL.map((hour, place) => `25.10.2026 ${hour}:00;${place},25`);
    const { prices, zone, per } = await read(['Von;Preis', ...lines].join('\n'));
    expect([zone, per]).toEqual([ZONE, 'MWh']);
    expect(prices).toEqual(hours(LONG, 25).map((ts, place) => [ts, place + 0.25]));
  });

  it('may be in cents', async () => {
    const file = await read('Time UTC,Price ct/kWh\n2026-06-10 00:00,12.5\n2026-06-10 01:00,-1\n');
    expect([file.per, file.currency, file.prices.map(([, price]) => price)]).toEqual([
      'kWh',
      null,
      [0.125, -0.01],
    ]);
  });

  it('may be a workbook', async () => {
    const path = join(folder, 'prices.xlsx');
    const table = await openTable(path, 'xlsx', 'Prices', [
      { title: 'Time', width: 20 },
      { title: 'EUR/MWh', width: 12 },
    ]);
    for (const [place, hour] of LOCAL.entries()) {
      const serial = serialOfWall(at(`2026-10-25T${hour}:00:00Z`))!;
      await table.row([
        { value: serial, style: 'dateTime' },
        { value: place - 5.5, style: 'number' },
      ]);
    }
    await table.end();
    const file = await readPriceFile(path, {}, { zone: ZONE, per: 'kWh' });
    expect([file.per, file.currency]).toEqual(['MWh', 'EUR']);
    expect(file.prices).toEqual(hours(LONG, 25).map((ts, place) => [ts, place - 5.5]));
  });

  it('that is ambiguous or incomplete is refused', async () => {
    const two = 'Time UTC,DE EUR/MWh,FR EUR/MWh\n2026-06-10 00:00,1,2\n2026-06-10 01:00,1,2\n';
    await expect(read(two)).rejects.toMatchObject({ key: 'energy.priceColumn' });
    const broken = 'Time UTC,EUR/MWh\n2026-06-10 00:00,1\n2026-06-10 01:00,2\nnever,3\n';
    await expect(read(broken)).rejects.toMatchObject({ key: 'energy.priceLine', params: { line: 4 } });
  });
});

describe('the days of prices', () => {
  const priced = (from: number, count: number) =>
    hours(from, count).map((ts, place) => [ts, place] as [number, number]);

  it("are the station's days, with 25 hours if the clock is set back", () => {
    const { days, incomplete } = groupPricesByDay(priced(LONG - 24 * HOUR_MS, 24 + 25 + 24), ZONE);
    expect(days.map(({ day, prices }) => [day, prices.length])).toEqual([
      ['2026-10-24', 24],
      ['2026-10-25', 25],
      ['2026-10-26', 24],
    ]);
    expect(incomplete).toEqual([]);
  });

  it('may be incomplete only at the ends of a file', () => {
    const days = groupPricesByDay(priced(at('2026-06-10T00:00:00Z'), 48), ZONE);
    expect(days.days.map(({ day }) => day)).toEqual(['2026-06-11']);
    expect(days.incomplete).toEqual(['2026-06-10', '2026-06-12']);
    const hole = priced(at('2026-06-09T22:00:00Z'), 72).filter((_, place) => place !== 30);
    expect(() => groupPricesByDay(hole, ZONE)).toThrow(
      expect.objectContaining({
        key: 'energy.dayHours',
        params: { day: '2026-06-11', hours: 24, count: 23 },
      }),
    );
  });

  it('have one price a time', () => {
    const twice = (price: number) => [...priced(LONG, 25), [LONG, price] as [number, number]];
    expect(groupPricesByDay(twice(0), ZONE).days).toHaveLength(1);
    expect(() => groupPricesByDay(twice(1), ZONE)).toThrow(
      expect.objectContaining({ key: 'energy.priceTwice' }),
    );
  });
});
