/** The factory test that runs when the demo starts. `benchFeed.ts` then simulates its cabinet. */
import { publishOnCommit } from '../../server/platform/db/index.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import type { IngestPoint } from '../../server/sites/telemetry/types.ts';
import {
  BENCH_VARIABLES,
  type BenchParts,
  benchDevice,
  benchVariable,
  PLAN,
  RUNNING_BENCH,
  RUNNING_CABINET,
  SET_POINT,
} from './bench.ts';
import { type Cabinet, type Counters, enterResult, type Making, makeTest } from './finishedTests.ts';
import { simulateTest, type Tested } from './testBench.ts';

const RUNNING_MS = 40 * 60_000;
/** Time between two reports of a bench that is switched on. */
export const REPORT_MS = 5_000;

/** Returns the points of the test since its start. */
function pointsOf({ points, soc }: Tested): IngestPoint[] {
  const { tenantId, stationSn } = RUNNING_BENCH;
  return BENCH_VARIABLES.flatMap((variable) => {
    const { of } = variable;
    const sn = benchVariable(stationSn, variable);
    // The converter reports the set point itself, because it follows the set point exactly.
    const own = of === 'soc' ? soc : points[of === SET_POINT ? 'power' : of];
    return own.map(([ts, value]) => ({ tenantId, sn, ts, value }));
  });
}

/** Switches the bench on. From now on a silent bench is a fault. */
async function switchOn({ db }: BenchParts): Promise<void> {
  const { tenantId, stationSn } = RUNNING_BENCH;
  const sns = (['pcs', 'battery'] as const).map((type) => benchDevice(stationSn, type));
  await db.tenant(tenantId, async (trx) => {
    const devices = await trxAny(trx)
      .updateTable('device')
      .set({ enabled: true })
      .where('sn', 'in', sns)
      .returning('id')
      .execute();
    for (const { id } of devices)
      publishOnCommit(trx, { type: 'entity', entity: 'device', tenantId, id: Number(id), do: 'update' });
  });
}

/** Creates the test and its points. The server continues the test. */
export async function seedRunningTest(making: Making, cabinet: Cabinet, counters: Counters): Promise<void> {
  const made = await makeTest(making, cabinet);
  const now = Date.now();
  const { capacity, seed } = RUNNING_CABINET;
  const tested = simulateTest({
    ...{ start: now - RUNNING_MS, until: now, capacity, seed, plan: PLAN, ...counters },
    steps: { cycleMs: REPORT_MS, stored: 1 },
  });
  await making.parts.telemetry.ingest(pointsOf(tested));
  await switchOn(making.parts);
  const [first] = tested.parts;
  const startedAt = first!.from;
  await enterResult(
    making,
    made,
    {
      testStatus: 'running',
      startedAt,
      step: first!.step,
      parts: [...tested.parts],
      socStart: tested.soc[0]![1],
    },
    { status: 'running', startedAt },
  );
}
