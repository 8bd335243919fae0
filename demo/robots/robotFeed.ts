/** The simulated robots of the demo report to the platform and obey its commands, as devices do. */
import type { Services } from '../../server/engine/context.ts';
import { holdLease, type LeasedWork } from '../../server/platform/timers/lease.ts';
import { wait } from '../../server/platform/timers/wait.ts';
import { type Command, createControlLink } from '../../server/sites/control/link.ts';
import type { IngestPoint } from '../../server/sites/telemetry/types.ts';
import { advanceRobot, obeyRobot, type RobotSpec, type RobotState, reportOf, startRobot } from './robot.ts';
import { PLAN, pointsOf, ROBOTS, type RobotSeed } from './robotSeeds.ts';
import { measuredAt, robotDeviceSn } from './robots.ts';

const LIVE_MS = 2_000;
/** Shorter than the silence after which a robot counts as offline. */
const IDLE_MS = 30_000;
/** A mission of the demo lasts about a quarter of an hour. */
const READ_MS = 60_000;

type Parts = Pick<Services, 'db' | 'log' | 'hub' | 'telemetry'>;

const specOf = (robot: RobotSeed): RobotSpec => ({
  ...{ dock: { x: PLAN.dockX, y: PLAN.dockY }, readMs: READ_MS },
  measure({ n }, ts) {
    const point = pointsOf(robot).find(({ number }) => number === n);
    return point && measuredAt(robot, point, ts);
  },
});

interface Simulated {
  robot: RobotSeed;
  spec: RobotSpec;
  state: RobotState;
  /** Time of its last report. */
  told: number;
}

/** Sends the reports of a robot. Skips a removed robot. */
async function feed({ telemetry }: Parts, one: Simulated, now: number): Promise<void> {
  const { robot, spec } = one;
  const { state, reports } = advanceRobot(one.state, now, spec);
  one.state = state;
  if (reports.length === 0 && now - one.told >= IDLE_MS) reports.push({ ts: now, values: reportOf(state) });
  if (reports.length === 0) return;
  one.told = now;
  const { tenantId } = robot;
  const points = reports.flatMap(({ ts, values }) =>
    Object.entries(values).map(
      ([code, value]): IngestPoint => ({ tenantId, sn: `${robotDeviceSn(robot)}-${code}`, ts, value }),
    ),
  );
  const sns = [...new Set(points.map(({ sn }) => sn))];
  const known = new Set((await telemetry.variables(tenantId, sns)).map(({ sn }) => sn));
  const own = points.filter(({ sn }) => known.has(sn));
  if (own.length > 0) await telemetry.ingest(own);
}

/** Receives commands until `close`, and answers them. */
function obeyCommands(parts: Parts, simulated: readonly Simulated[]): { close(): void } {
  const obey = (tenantId: number, deviceSn: string, { id, params }: Command): void => {
    const one = simulated.find(
      ({ robot }) => robot.tenantId === tenantId && robotDeviceSn(robot) === deviceSn,
    );
    if (!one) return;
    const { state, answer } = obeyRobot(one.state, params);
    one.state = state;
    // Makes the next report immediate.
    one.told = 0;
    link.answered(tenantId, deviceSn, id, JSON.stringify(answer)).catch((error: unknown) => {
      parts.log.warn('a simulated robot could not answer', { deviceSn, error: String(error) });
    });
  };
  const link = createControlLink(parts, obey);
  return link;
}

export function startRobotFeed(parts: Parts): LeasedWork {
  const { db, log } = parts;
  return holdLease(db, log, 'simulated robots', async (signal) => {
    const now = Date.now();
    const simulated = ROBOTS.map((robot): Simulated => {
      const spec = specOf(robot);
      return { robot, spec, state: startRobot(spec, now), told: 0 };
    });
    const link = obeyCommands(parts, simulated);
    try {
      while (!signal.aborted) {
        for (const one of simulated)
          await feed(parts, one, Date.now()).catch((error: unknown) => {
            if (!signal.aborted)
              log.warn('a simulated robot could not be fed', { robot: robotDeviceSn(one.robot), error });
          });
        await wait(LIVE_MS, signal);
      }
    } finally {
      link.close();
    }
  });
}
