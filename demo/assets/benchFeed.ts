/** The simulated test bench of the demo follows the commands of the platform, and reports to it, as devices do. */
import type { Services } from '../../server/engine/context.ts';
import { holdLease, type LeasedWork } from '../../server/platform/timers/lease.ts';
import { wait } from '../../server/platform/timers/wait.ts';
import { type Command, createControlLink } from '../../server/sites/control/link.ts';
import type { IngestPoint } from '../../server/sites/telemetry/types.ts';
import {
  BENCH_VARIABLES,
  benchDevice,
  benchVariable,
  RUNNING_BENCH,
  RUNNING_CABINET,
  SET_POINT,
} from './bench.ts';
import { advanceBench, type BenchReadings, type BenchState, readBench, resumeBench } from './benchBattery.ts';
import { REPORT_MS } from './runningTest.ts';

/** Without a set point the converter stops after this time. */
const WATCHDOG_MS = 60_000;
/** Shorter than the silence that suspends a test. */
const IDLE_MS = 15_000;

type Parts = Pick<Services, 'db' | 'log' | 'hub' | 'telemetry'>;

interface Order {
  power: number;
  at: number;
}

interface Bench {
  state: BenchState;
  order: Order;
  /** Time of its last report. */
  told: number;
}

const { tenantId, stationSn } = RUNNING_BENCH;
const CONVERTER = benchDevice(stationSn, 'pcs');
const SNS = BENCH_VARIABLES.map((variable) => benchVariable(stationSn, variable));

/** Returns the set point that the converter follows at a moment. Pure. */
const findSetPoint = ({ power, at }: Order, now: number): number => (now - at > WATCHDOG_MS ? 0 : power);

/** Reads the last report of the bench. Null before the demo switches the bench on, and after its removal. */
async function readLast({ telemetry }: Parts): Promise<Bench | null> {
  const variables = await telemetry.variables(tenantId, SNS);
  const latest = new Map(telemetry.latest(variables).map((reading) => [reading.sn, reading]));
  const readings: Partial<Record<string, number>> = {};
  for (const variable of BENCH_VARIABLES) {
    const data = latest.get(benchVariable(stationSn, variable))?.data;
    if (typeof data !== 'number') return null;
    readings[variable.of] = data;
  }
  const reported = latest.get(`${CONVERTER}-${SET_POINT}`)!;
  const ts = Date.parse(reported.ts!);
  const order = { power: Number(reported.data), at: ts };
  return { state: resumeBench(RUNNING_CABINET, ts, readings as BenchReadings), order, told: ts };
}

function pointsAt(state: BenchState, setPoint: number): IngestPoint[] {
  const values = readBench(state, RUNNING_CABINET);
  return BENCH_VARIABLES.map((variable) => ({
    ...{ tenantId, sn: benchVariable(stationSn, variable), ts: state.ts },
    value: variable.of === SET_POINT ? setPoint : values[variable.of],
  }));
}

/**
 * Advances the bench to this moment, in steps of a report. After the watchdog has stopped the converter nothing
 * flows, so the rest is one step.
 */
export function followOrder(bench: Bench, now: number): { state: BenchState; points: IngestPoint[] } {
  let { state } = bench;
  const points: IngestPoint[] = [];
  while (now - state.ts >= REPORT_MS) {
    const setPoint = findSetPoint(bench.order, state.ts + REPORT_MS);
    const isIdle = setPoint === 0 && state.power === 0;
    const ms = isIdle ? now - state.ts : REPORT_MS;
    state = advanceBench(state, setPoint, ms, RUNNING_CABINET);
    const isSteered = now - bench.order.at <= WATCHDOG_MS;
    if (!isIdle || isSteered || now - bench.told >= IDLE_MS) points.push(...pointsAt(state, setPoint));
  }
  return { state, points };
}

async function feedBench({ telemetry }: Parts, bench: Bench, now: number): Promise<void> {
  const { state, points } = followOrder(bench, now);
  bench.state = state;
  if (points.length === 0) return;
  bench.told = now;
  const known = new Set((await telemetry.variables(tenantId, SNS)).map(({ sn }) => sn));
  await telemetry.ingest(points.filter(({ sn }) => known.has(sn)));
}

/** Reports the state of the bench and obeys its commands, until it is closed. */
export function startBenchFeed(parts: Parts): LeasedWork {
  const { db, log } = parts;
  return holdLease(db, log, 'simulated test bench', async (signal) => {
    let received: Order | null = null;
    const obey = (tenant: number, deviceSn: string, { id, params }: Command): void => {
      const power = params[SET_POINT];
      if (tenant !== tenantId || deviceSn !== CONVERTER || typeof power !== 'number') return;
      received = { power, at: Date.now() };
      link.answered(tenant, deviceSn, id, '{"success":true}').catch((error: unknown) => {
        log.warn('the simulated test bench could not answer', { deviceSn, error: String(error) });
      });
    };
    const link = createControlLink(parts, obey);
    let bench: Bench | null = null;
    try {
      while (!signal.aborted) {
        try {
          bench ??= await readLast(parts);
          if (bench) {
            bench.order = received ?? bench.order;
            await feedBench(parts, bench, Date.now());
          }
        } catch (error) {
          if (!signal.aborted) log.warn('the simulated test bench could not be fed', { error });
          bench = null;
        }
        await wait(REPORT_MS, signal);
      }
    } finally {
      link.close();
    }
  });
}
