/** A station with a battery, its converter and a grid meter, which a strategy can control. */
import type { Device, StrategyConfig } from '../../../generated/types.ts';
import { createControlLink } from '../../../server/sites/control/link.ts';
import { stationKey, steerStations } from '../../../server/sites/strategies/steer.ts';
import type { Client } from '../calls/client.ts';
import type { TestServer } from '../server/server.ts';
import { send } from '../telemetry/site.ts';

export interface StorageSite {
  sn: string;
  pcs: Device;
  battery: Device;
  meter: Device;
}

const VARIABLES = {
  pcs: [
    ['power', 'kW'],
    ['setpoint', 'kW'],
  ],
  battery: [
    ['soc', '%'],
    ['cellVoltageMax', 'V'],
    ['cellVoltageMin', 'V'],
    ['cellTemperatureMax', '°C'],
    ['cellTemperatureMin', '°C'],
  ],
  meter: [['power', 'kW']],
} as const;

/** Creates a station with 1,000 kWh, 500 kW, behind a transformer of 1,000 kVA. */
export async function makeStorage(client: Client, sn: string, zone = 'Asia/Shanghai'): Promise<StorageSite> {
  await client.call('stationCreate', {
    body: { sn, name: `Station ${sn}`, timeZone: zone, capacity: 1000, ratedPower: 500 },
  });
  await client.call('transformerCreate', { body: { stationSn: sn, name: 'T1', rating: 1000 } });
  const devices: Partial<Record<keyof typeof VARIABLES, Device>> = {};
  for (const type of ['pcs', 'battery', 'meter'] as const) {
    const device = await client.call('deviceCreate', {
      body: { sn: `${sn}-${type.toUpperCase()}`, name: type, stationSn: sn, type },
    });
    devices[type] = device;
    for (const [code, unit] of VARIABLES[type])
      await client.call('deviceVariableCreate', {
        body: {
          ...{ deviceSn: device.sn, code, name: code, unit, dataType: 'number', kind: 'gauge' },
          ...(code === 'setpoint' ? { writable: true, minValue: -500, maxValue: 500 } : {}),
        },
      });
  }
  const { pcs, battery, meter } = devices;
  if (!pcs || !battery || !meter) throw new Error('a device is missing');
  return { sn, pcs, battery, meter };
}

type Block = NonNullable<StrategyConfig['blocks']>[number];

/** A charging block at night and a discharging one in the evening, 350 kWh each. */
export const TWO_PEAKS: Block[] = [
  { start: '00:00', end: '04:00', power: -87.5 },
  { start: '04:00', end: '18:00', power: 0 },
  { start: '18:00', end: '22:00', power: 78 },
  { start: '22:00', end: '24:00', power: 0 },
];

export const strategyBody = ({ sn, pcs, battery, meter }: StorageSite, blocks: Block[] = TWO_PEAKS) => ({
  ...{ name: 'Two peaks', stationSn: sn, deviceSn: pcs.sn, batterySn: battery.sn, meterSn: meter.sn },
  ...{ kind: 'timeOfDay' as const, blocks, startDate: '2026-01-01' },
  limits: { export: 500 },
});

/** The devices of a site with their values. The converter carries out its commands, unless it is deaf. */
export interface Bench {
  values: { soc: number | null; grid: number; cellTemperatureMax: number };
  /** Received set points, in their order. */
  heard: number[];
  power: number;
  deaf: boolean;
  /** The converter's answer to each command. */
  answer: string;
  /** Sends the current values. */
  measure(): Promise<void>;
  /** Decides once for the site at a moment, and makes the converter answer. */
  step(at?: number): Promise<void>;
  close(): Promise<void>;
}

/** Decides once for several sites of a tenant together. */
export const steerSites = ({ app }: TestServer, tenantId: number, sites: readonly StorageSite[]) => {
  const own = new Set(sites.map(({ sn: stationSn }) => stationKey({ tenantId, stationSn })));
  return steerStations(app.services, Date.now(), (keys) => new Set(keys.filter((key) => own.has(key))));
};

/** Stores the answers of several devices to commands at the same time. */
export async function answerTogether(
  { app }: TestServer,
  tenantId: number,
  answers: readonly { deviceSn: string; id: number; payload: string }[],
): Promise<void> {
  const link = createControlLink(app.services, () => {});
  await Promise.all(
    answers.map(({ deviceSn, id, payload }) => link.answered(tenantId, deviceSn, id, payload)),
  );
  link.close();
}

/** Simulates the devices of a site and the process that controls it. The server itself does not get the lease. */
export async function startBench(
  server: TestServer,
  tenantId: number,
  { sn, pcs, battery, meter }: StorageSite,
): Promise<Bench> {
  const { services, db } = server.app;
  const stop = new AbortController();
  const key = stationKey({ tenantId, stationSn: sn });
  const lease = await db.lease(`strategy ${key}`, stop.signal);
  const answering: Promise<void>[] = [];
  const link = createControlLink(services, (tenant, device, { id, params }) => {
    if (tenant !== tenantId || device !== pcs.sn || bench.deaf) return;
    bench.power = Number(params.setpoint);
    if (bench.heard.at(-1) !== bench.power) bench.heard.push(bench.power);
    answering.push(link.answered(tenant, device, id, bench.answer));
  });
  const bench: Bench = {
    values: { soc: 50, grid: 300, cellTemperatureMax: 30 },
    heard: [],
    power: 0,
    deaf: false,
    answer: '{"success":true}',
    async measure() {
      const { soc, grid, cellTemperatureMax } = bench.values;
      const cells = { cellVoltageMax: 3.3, cellVoltageMin: 3.2, cellTemperatureMin: 25, cellTemperatureMax };
      await Promise.all([
        send(server.url, pcs, { power: bench.power }),
        send(server.url, battery, { ...cells, ...(soc === null ? {} : { soc }) }),
        send(server.url, meter, { power: grid }),
      ]);
    },
    async step(at = Date.now()) {
      await steerStations(services, at, (keys) => new Set(keys.filter((other) => other === key)));
      await Promise.all(answering.splice(0));
    },
    async close() {
      link.close();
      await lease?.release();
    },
  };
  return bench;
}
