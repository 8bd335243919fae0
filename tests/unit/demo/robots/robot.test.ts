/** The simulated robot drives, reads, charges and obeys. The test sets the clock. */
import { describe, expect, it } from 'vitest';
import {
  advanceRobot,
  GO_ON,
  LOW,
  obeyRobot,
  type RobotReport,
  type RobotSpec,
  type RobotState,
  startRobot,
} from '../../../../demo/robots/robot.ts';
import { MISSION_STATES } from '../../../../server/sites/robots/protocol.ts';

const SPEC: RobotSpec = { dock: { x: 0, y: 0 }, measure: ({ n }) => (n === 3 ? 78 : 40 + n) };
const MINUTE_MS = 60_000;
const POINTS = [
  { n: 1, x: 10, y: 0, measure: 't1' },
  { n: 2, x: 10, y: 10 },
  { n: 3, x: 0, y: 10, measure: 't3' },
];
const order = (mission: number, points: object[] = POINTS) => ({
  order: JSON.stringify({ mission, points }),
});

const send = (state: RobotState, params: object): RobotState => {
  const { state: next, answer } = obeyRobot(state, { ...params });
  expect(answer).toEqual({ success: true });
  return next;
};
const readIn = (reports: readonly RobotReport[]): number[] =>
  reports.flatMap(({ values }) => values.point ?? []);
const statesIn = (reports: readonly RobotReport[]): string[] =>
  reports
    .map(({ values }) => MISSION_STATES[values.missionState!]!)
    .filter((state, at, all) => state !== all[at - 1]);

describe('a mission', () => {
  it('reads each point once, in the given order, and returns to the dock', () => {
    const { state, reports } = advanceRobot(send(startRobot(SPEC, 0), order(7)), 5 * MINUTE_MS, SPEC);
    expect(readIn(reports)).toEqual([1, 2, 3]);
    const third = reports.find(({ values }) => values.point === 3)!;
    expect(third.values).toMatchObject({ x: 0, y: 10, t3: 78, mission: 7 });
    expect(reports.find(({ values }) => values.point === 2)!.values).not.toHaveProperty('t2');
    expect(statesIn(reports)).toEqual(['running', 'done']);
    expect(state).toMatchObject({ x: 0, y: 0, mode: 'idle', mission: 7, missionState: 'done' });
  });

  it('reports every second second, and is never faster than its speed', () => {
    const { reports } = advanceRobot(send(startRobot(SPEC, 1_234), order(7)), MINUTE_MS, SPEC);
    expect(reports.length).toBeGreaterThanOrEqual(25);
    for (const [at, { ts, values }] of reports.entries()) {
      const before = reports[at - 1];
      if (!before) continue;
      expect(ts - before.ts).toBeLessThanOrEqual(2_000);
      const way = Math.hypot(values.x! - before.values.x!, values.y! - before.values.y!);
      expect(way).toBeLessThanOrEqual(1.21 * ((ts - before.ts) / 1000));
    }
  });

  it('is the same in one step and in many', () => {
    const from = send(startRobot(SPEC, 0), order(7));
    const once = advanceRobot(from, 3 * MINUTE_MS, SPEC);
    let state = from;
    const reports: RobotReport[] = [];
    for (let now = 1_700; now <= 3 * MINUTE_MS; now += 1_700) {
      const part = advanceRobot(state, now, SPEC);
      state = part.state;
      reports.push(...part.reports);
    }
    expect(readIn(reports)).toEqual(readIn(once.reports));
  });

  it('is interrupted when the battery is low, and continues after charging', () => {
    const low = { ...startRobot(SPEC, 0, LOW + 0.12) };
    const { state, reports } = advanceRobot(send(low, order(8)), 40 * MINUTE_MS, SPEC);
    expect(readIn(reports)).toEqual([1, 2, 3]);
    expect(statesIn(reports)).toEqual(['running', 'charging', 'running', 'done']);
    const again = reports.findIndex(({ values }) => values.mode === 3);
    const left = reports.slice(again).find(({ values }) => values.mode === 1)!;
    expect(left.values.battery).toBeGreaterThanOrEqual(GO_ON - 0.2);
    expect(state.missionState).toBe('done');
  });

  it('waits while its path is blocked, and then continues', () => {
    const blocked: RobotSpec = { ...SPEC, isBlocked: ({ x }, ts) => x > 5 && ts < 2 * MINUTE_MS };
    const { reports } = advanceRobot(send(startRobot(SPEC, 0), order(9)), 6 * MINUTE_MS, blocked);
    expect(statesIn(reports)).toEqual(['running', 'blocked', 'running', 'done']);
    const waiting = reports.filter(({ values }) => MISSION_STATES[values.missionState!] === 'blocked');
    expect(new Set(waiting.map(({ values }) => values.x)).size).toBe(1);
  });
});

describe('commands', () => {
  it('pause and resume at the same place', () => {
    const driving = advanceRobot(send(startRobot(SPEC, 0), order(7)), 5_000, SPEC).state;
    const paused = send(driving, { action: 1 });
    const later = advanceRobot(paused, MINUTE_MS, SPEC).state;
    expect(later).toMatchObject({ x: driving.x, y: driving.y, mode: 'paused', missionState: 'paused' });
    const { reports } = advanceRobot(send(later, { action: 2 }), 6 * MINUTE_MS, SPEC);
    expect(readIn(reports)).toEqual([1, 2, 3]);
    expect(obeyRobot(driving, { action: 2 }).answer).toHaveProperty('error');
  });

  it('call it home, whatever it drives', () => {
    const driving = advanceRobot(send(startRobot(SPEC, 0), order(7)), 30_000, SPEC).state;
    const { state, reports } = advanceRobot(send(driving, { action: 3 }), 5 * MINUTE_MS, SPEC);
    expect(readIn(reports)).toEqual([]);
    expect(state).toMatchObject({ x: 0, y: 0, mission: 0, missionState: 'none' });
  });

  it('send it to one point, where it remains', () => {
    const sent = send(startRobot(SPEC, 0), order(0, [{ n: 2, x: 10, y: 10 }]));
    const { state, reports } = advanceRobot(sent, 5 * MINUTE_MS, SPEC);
    expect(readIn(reports)).toEqual([2]);
    expect(state).toMatchObject({ x: 10, y: 10, mode: 'idle', mission: 0, missionState: 'none' });
  });

  it('are refused if they are meaningless or another one is running', () => {
    const driving = advanceRobot(send(startRobot(SPEC, 0), order(7)), 5_000, SPEC).state;
    for (const params of [order(8), { order: 'x' }, { order: '{"mission":1}' }, { action: 9 }, { light: 1 }])
      expect(obeyRobot(driving, params).answer).toHaveProperty('error');
  });
});
