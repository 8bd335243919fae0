/** Simulates the air conditioner of a site's battery cabin, and its reaction to commands. */
import type { Services } from '../../server/engine/context.ts';
import { every } from '../../server/platform/timers/every.ts';
import type { LeasedWork } from '../../server/platform/timers/lease.ts';
import { type Command, createControlLink } from '../../server/sites/control/link.ts';
import type { IngestPoint } from '../../server/sites/telemetry/types.ts';
import type { DemoStation } from './sites.ts';

const SUFFIX = 'AC';
/** Shorter than the silence after which a device counts as offline. */
const REPORT_MS = 20_000;
/** The time that a real device takes to answer. */
const ANSWER_MS = 1_200;

export const coolingDevice = {
  suffix: SUFFIX,
  name: { zh: '电池舱空调', en: 'Air conditioner of the battery' },
  type: 'airConditioner',
  model: 'AC-50',
};

const writable = { unit: '', kind: 'gauge', writable: true };
export const coolingVariables = [
  {
    ...writable,
    code: 'power',
    name: { zh: '空调开关', en: 'Air conditioner on' },
    dataType: 'boolean',
    decimals: 0,
  },
  {
    ...writable,
    code: 'setpoint',
    name: { zh: '设定温度', en: 'Set temperature' },
    dataType: 'number',
    unit: '°C',
    decimals: 1,
    minValue: 18,
    maxValue: 30,
  },
];

const START: Readonly<Record<string, number | boolean>> = { power: true, setpoint: 24 };

type Parts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>;

/** Reports the state of every simulated air conditioner, and carries out its commands. */
export function startCooling(parts: Parts, stations: readonly DemoStation[]): LeasedWork {
  const { log, telemetry } = parts;
  const devices = new Set(stations.map(({ tenantId, site }) => `${tenantId} ${site.sn}-${SUFFIX}`));
  const timers = new Set<NodeJS.Timeout>();
  const failed = (error: unknown) => log.warn('a simulated air conditioner failed', { error: String(error) });

  async function report(): Promise<void> {
    const ts = Date.now();
    const points: IngestPoint[] = [];
    for (const { tenantId, site } of stations) {
      const sns = Object.keys(START).map((code) => `${site.sn}-${SUFFIX}-${code}`);
      const variables = await telemetry.variables(tenantId, sns);
      for (const [index, reading] of telemetry.latest(variables).entries()) {
        const variable = variables[index]!;
        points.push({ tenantId, sn: variable.sn, ts, value: reading.data ?? START[variable.code]! });
      }
    }
    if (points.length > 0) await telemetry.ingest(points);
  }

  async function obey(tenantId: number, sn: string, { id, params }: Command): Promise<void> {
    const ts = Date.now();
    await telemetry.ingest(
      Object.entries(params).map(([code, value]) => ({ tenantId, sn: `${sn}-${code}`, ts, value })),
    );
    await link.answered(tenantId, sn, id, '{"success":true}');
  }

  const link = createControlLink(parts, (tenantId, sn, command) => {
    if (!devices.has(`${tenantId} ${sn}`)) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      obey(tenantId, sn, command).catch(failed);
    }, ANSWER_MS);
    timers.add(timer);
  });
  const reporting = every(log, 'simulated air conditioners', REPORT_MS, report);
  return {
    async close() {
      await reporting.close();
      for (const timer of timers) clearTimeout(timer);
      link.close();
    },
  };
}
