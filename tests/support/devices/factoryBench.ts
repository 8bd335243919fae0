/** A cabinet at a test bench. Its devices use the real server, and the test moves the clock. */
import { createControlLink } from '../../../server/sites/control/link.ts';
import { runKey, steerTests } from '../../../server/sites/factoryTests/steer.ts';
import { ask } from '../calls/ask.ts';
import type { Client } from '../calls/client.ts';
import type { TestServer } from '../server/server.ts';
import { send } from '../telemetry/site.ts';
import { makeStorage, type StorageSite } from './storage.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
/** The converter stops after this time without a set point. */
const WATCHDOG_MS = 60 * SECOND_MS;
/** Slightly less than the silence that suspends a test. */
const CYCLE_MS = 28 * SECOND_MS;
/** The tests begin in the past, so that no point has a future time. */
const AGO_MS = 10 * HOUR_MS;
const CHECKS = { contactOk: true, alarmsOk: true, socOk: true, temperatureOk: true, stopOk: true };
/** Share of a kWh that is stored when charging, and the same share that is delivered when discharging. */
const ONE_WAY = 0.96;

export interface FactoryBench {
  site: StorageSite;
  testId: number;
  runId: number;
  now: number;
  soc: number;
  power: number;
  temperature: number;
  /** Energy that the cabinet delivers, kWh. */
  capacity: number;
  /** True if the converter receives nothing. */
  deaf: boolean;
  /** Received set points, in their order. */
  heard: number[];
  /** Advances by a cycle and sends the values. If the server is alive, it decides once. */
  cycle(isAlive?: boolean): Promise<void>;
  /** Runs until the test reaches this state. */
  runUntil(state: string): Promise<void>;
  test(): Promise<Awaited<ReturnType<Client['call']>> & Record<string, unknown>>;
  close(): Promise<void>;
}

export interface Factory {
  server: TestServer;
  tenantId: number;
  engineer: Client;
  colleague: Client;
}

const COUNTERS = [
  ['chargeEnergy', 'charge'],
  ['dischargeEnergy', 'discharge'],
] as const;

export async function makeFactoryDevices(engineer: Client, sn: string): Promise<StorageSite> {
  const site = await makeStorage(engineer, sn);
  const common = { dataType: 'number' as const, deviceSn: site.pcs.sn };
  for (const [code, energyRole] of COUNTERS)
    await engineer.call('deviceVariableCreate', {
      body: { ...common, code, name: code, unit: 'kWh', kind: 'counter', energyRole },
    });
  await engineer.call('deviceVariableCreate', {
    body: { ...common, code: 'auxiliaryPower', name: 'Auxiliary', unit: 'kW', kind: 'gauge' },
  });
  return site;
}

/** Plans a test at 1 C of 200 kWh with pauses of a minute, and a run that is not started. */
export async function planTest(engineer: Client, site: StorageSite, limits: object = {}, mark = 'UT') {
  const device = await engineer.call('factoryTestDeviceCreate', {
    body: {
      ...{ sn: `${mark}-${site.sn}`, name: 'Cabinet', stationSn: site.sn, ratedPower: 200, ratedEnergy: 200 },
      ...{ deviceSn: site.pcs.sn, batterySn: site.battery.sn },
    },
  });
  const test = await engineer.call('factoryTestRecordCreate', {
    body: {
      ...{ name: 'Full test', deviceId: device.id, factoryTest: 'full', strategyType: 'constantPower' },
      ...{ chargeDischargeCapacity: 'full', restMinutes: 1, limits: { energyShare: 98, ...limits } },
    },
  });
  const run = await engineer.call('chargeDischargeRecordCreate', {
    body: { recordId: test.id, name: 'Cycle', serviceType: 'cycle', strategyType: 'constantPower' },
  });
  return { testId: test.id, runId: run.id };
}

export async function moveTest(client: Client, id: number, name: string, form: object = {}) {
  const { version } = await client.call('factoryTestRecordDetail', { path: { id } });
  return ask(client, 'recordTransition', {
    path: { entity: 'factoryTestRecord', id },
    body: { name, version, form },
  });
}

/** Confirms the precheck by two users. */
export async function confirmTest({ engineer, colleague }: Factory, testId: number): Promise<void> {
  await moveTest(engineer, testId, 'check', CHECKS);
  await moveTest(colleague, testId, 'confirmCheck');
}

export async function startFactoryBench(
  factory: Factory,
  sn: string,
  limits: object = {},
): Promise<FactoryBench> {
  const { server, tenantId, engineer } = factory;
  const { services, db } = server.app;
  const site = await makeFactoryDevices(engineer, sn);
  const { testId, runId } = await planTest(engineer, site, limits);
  const stop = new AbortController();
  const key = runKey({ tenantId, id: runId });
  const lease = await db.lease(`factory test ${key}`, stop.signal);
  const answering: Promise<void>[] = [];
  let [setPoint, orderedAt, charged, discharged] = [0, 0, 1000, 2000];
  const link = createControlLink(services, (tenant, device, { id, params }) => {
    if (tenant !== tenantId || device !== site.pcs.sn || bench.deaf) return;
    [setPoint, orderedAt] = [Number(params.setpoint), bench.now];
    if (bench.heard.at(-1) !== setPoint) bench.heard.push(setPoint);
    answering.push(link.answered(tenant, device, id, '{"success":true}'));
  });

  function flow(): void {
    const hours = CYCLE_MS / HOUR_MS;
    const cells = bench.capacity / ONE_WAY;
    const stored = (bench.soc / 100) * cells;
    const wish = bench.now - orderedAt > WATCHDOG_MS ? 0 : setPoint;
    bench.power = Math.max((stored - cells) / hours / ONE_WAY, Math.min((stored * ONE_WAY) / hours, wish));
    const energy = bench.power * hours;
    if (energy > 0) discharged += energy;
    else charged -= energy;
    const left = stored - (energy > 0 ? energy / ONE_WAY : energy * ONE_WAY);
    bench.soc = Math.min(100, Math.max(0, (left / cells) * 100));
    bench.now += CYCLE_MS;
  }

  async function measure(): Promise<void> {
    const { now: ts, power, soc, temperature } = bench;
    const counters = { chargeEnergy: charged, dischargeEnergy: discharged, auxiliaryPower: 3 };
    const cells = { cellVoltageMax: 3.32, cellVoltageMin: 3.3, cellTemperatureMax: temperature };
    await Promise.all([
      send(server.url, site.pcs, { ts, values: { power, ...counters } }),
      send(server.url, site.battery, { ts, values: { soc, ...cells, cellTemperatureMin: temperature - 4 } }),
    ]);
  }

  const bench: FactoryBench = {
    ...{ site, testId, runId, now: Date.now() - AGO_MS, soc: 30, power: 0, temperature: 30 },
    ...{ capacity: 200, deaf: false, heard: [] },
    test: () => engineer.call('factoryTestRecordDetail', { path: { id: testId } }),
    async cycle(isAlive = true) {
      flow();
      // A stopped server stores nothing.
      if (!isAlive) return;
      await measure();
      await steerTests(services, bench.now, (keys) => new Set(keys.filter((other) => other === key)));
      await Promise.all(answering.splice(0));
    },
    async runUntil(state) {
      for (let cycles = 0; cycles < 2000; cycles++) {
        await bench.cycle();
        if (cycles % 10 === 0 && (await bench.test()).status === state) return;
      }
      throw new Error(`the test does not become ${state}: ${JSON.stringify(await bench.test())}`);
    },
    async close() {
      link.close();
      await lease?.release();
    },
  };
  await measure();
  return bench;
}
