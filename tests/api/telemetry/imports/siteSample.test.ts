import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../support/server/needs.ts';
import { type Client, login, startServer, type TestServer } from '../../../support/server/server.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const FOLDER = join(ROOT, '..', 'shared', 'data', 'site-sample');
const isThere = existsSync(join(FOLDER, 'grid_meter_steelworks_15min.csv'));

/** Allowed difference: 0.01 % of the day's energy, or a milliwatt-hour if the day has no energy. */
const SHARE = 1e-4;
const LEAST = 1e-6;

let server: TestServer;
let admin: Client;

function command(path: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, path), ...args], {
    cwd: ROOT,
    env: { ...process.env, WATTDECK_URL: server.url, WATTDECK_DATA_DIR: server.config.dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Returns the sums of a file by the local day of its own times. */
async function daysOfFile(name: string, column: string, factor: number): Promise<Map<string, number>> {
  const [header = '', ...lines] = (await readFile(join(FOLDER, name), 'utf8')).trimEnd().split('\n');
  const index = header.trim().split(',').indexOf(column);
  const days = new Map<string, number>();
  for (const line of lines) {
    const cells = line.split(',');
    const day = cells[0]!.slice(0, 10);
    if (cells[index] !== '') days.set(day, (days.get(day) ?? 0) + Number(cells[index]) * factor);
  }
  return days;
}

async function daysOfStatistics(sn: string, months: readonly string[]): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  for (const month of months) {
    const query = {
      calcmethod: 'SUM',
      querytime: `${month}-01 00:00:00.000`,
      sns: sn,
      type: 'MONTH' as const,
    };
    const [series] = await admin.call('statisticalValue', { query });
    for (const [at, value] of series!.datas.entries()) {
      if (value !== null) days.set(series!.time_keys[at]!.slice(0, 10), value);
    }
  }
  return days;
}

function compareDays(actual: Map<string, number>, expected: Map<string, number>): void {
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [day, sum] of expected) {
    expect(Math.abs(actual.get(day)! - sum), day).toBeLessThanOrEqual(Math.max(LEAST, SHARE * Math.abs(sum)));
  }
}

describe('the recordings of real sites', needs(isThere, `the recordings in ${FOLDER}`), () => {
  beforeAll(async () => {
    server = await startServer();
    admin = await login(server);
    const { code, output } = await command(
      'server/connectors/replay/main.ts',
      FOLDER,
      ...['--shift', 'none', '--speed', '1e9', '--lang', 'en', '--restart'],
    );
    expect(output).toContain('0 rejected');
    expect(code, output).toBe(0);
  });

  afterAll(() => server?.stop());

  it('have the daily energies of the meter and the PV plant', async () => {
    compareDays(
      await daysOfStatistics('steel-meter-active_energy_import_kwh', [
        '2018-06',
        '2018-07',
        '2018-08',
        '2018-09',
      ]),
      await daysOfFile('grid_meter_steelworks_15min.csv', 'active_energy_import_kwh', 1),
    );
    compareDays(
      await daysOfStatistics('pv-serf-east-ac_energy_kwh', ['2016-06', '2016-07', '2016-08', '2016-09']),
      await daysOfFile('pv_serf_east_15min.csv', 'ac_power_kw', 0.25),
    );
    compareDays(
      await daysOfStatistics('pv-rsf2-plant_ac_energy_kwh', ['2022-01']),
      await daysOfFile('pv_inverter_rsf2_15min.csv', 'plant_ac_power_kw', 0.25),
    );
  });

  it('are stored in one station with units and zones', async () => {
    const station = await admin.call('stationDetails', { path: { sn: 'site-sample' } });
    const board = await admin.call('kanbanGet', { path: { stationSn: 'site-sample' } });
    expect(board.document.widgets.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['trend', 'gauge', 'singleData']),
    );
    expect(station.address).toContain('Composite demo site, real series from different places');
    const devices = await admin.call('devicesRealtime', { body: { stationSn: 'site-sample' } });
    expect(devices.map(({ deviceSn }) => deviceSn).sort()).toEqual([
      'battery-monitor',
      'home-pv-storage',
      'pv-rsf2',
      'pv-serf-east',
      'pv-serf-west',
      'steel-meter',
      'weather-rmis',
    ]);
    const battery = devices.find(({ deviceSn }) => deviceSn === 'battery-monitor');
    expect(battery?.variables.find(({ code }) => code === 'soc_pct')).toMatchObject({ data: 68, unit: '%' });
    expect(battery?.variables.find(({ code }) => code === 'alarm')).toMatchObject({ data: 0 });
    const meter = await admin.call('deviceBySn', { path: { id: 'steel-meter' } });
    expect(meter.timeZone).toBe('Asia/Seoul');
  });

  it('can be imported again without any change', async () => {
    const before = await daysOfStatistics('steel-meter-active_energy_import_kwh', ['2018-07']);
    const { code, output } = await command(
      'server/connectors/csv/main.ts',
      join(FOLDER, 'grid_meter_steelworks_15min.csv'),
    );
    expect(code, output).toBe(0);
    expect(output).toContain('47616 values are stored in station site-sample');
    compareDays(await daysOfStatistics('steel-meter-active_energy_import_kwh', ['2018-07']), before);
  });
});
