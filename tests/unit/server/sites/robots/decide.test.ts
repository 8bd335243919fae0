/** The course of a mission follows from its record, what its robot reports and the clock. */
import { describe, expect, it } from 'vitest';
import {
  BLOCKED_MS,
  decideMission,
  type MissionNow,
  ORDER_AGAIN_MS,
  type RobotNow,
  SILENT_MS,
} from '../../../../../server/sites/robots/decide.ts';
import { commandName, isRobotCommand, parseOrder } from '../../../../../server/sites/robots/protocol.ts';

const NOW = 1_000_000_000;
const mission = (more: Partial<MissionNow> = {}): MissionNow => ({
  ...{ id: 7, state: 'running', pausedFor: null, startsAt: NOW - 1000, endsAt: NOW + 3_600_000 },
  ...{ pausedAt: null, orderedAt: NOW - 1000, isRefused: false, ...more },
});
const robot = (more: Partial<RobotNow> = {}): RobotNow => ({
  ...{ online: true, isFree: true, mission: 7, missionState: 'running', ...more },
});
const decide = (own: Partial<MissionNow>, reported: Partial<RobotNow>) =>
  decideMission(mission(own), robot(reported), NOW);
const paused = (pausedFor: string, ago = 0) =>
  ({ state: 'paused', pausedFor, pausedAt: NOW - ago }) satisfies Partial<MissionNow>;

describe('a planned mission', () => {
  it.each([
    [{ startsAt: NOW + 1 }, {}, null],
    [{}, {}, { do: 'start' }],
    [{}, { online: false }, null],
    [{}, { isFree: false }, null],
    [{ endsAt: NOW }, { online: false }, { do: 'fail', reason: 'missed' }],
  ] as const)('%o with %o', (own, reported, decision) => {
    expect(decide({ state: 'planned', ...own }, reported)).toEqual(decision);
  });
});

describe('a running mission', () => {
  it.each([
    [{}, {}, null],
    [{}, { missionState: 'done' }, { do: 'finish' }],
    [{}, { missionState: 'failed' }, { do: 'fail', reason: 'fault' }],
    [{}, { missionState: 'blocked' }, { do: 'halt', reason: 'blocked' }],
    [{}, { missionState: 'charging' }, { do: 'halt', reason: 'charging' }],
    [{}, { online: false }, { do: 'halt', reason: 'silent' }],
    [{ isRefused: true }, { mission: 0 }, { do: 'fail', reason: 'refused' }],
    // The robot has not received the mission yet. The server sends the mission again after some time.
    [{}, { mission: 0, missionState: 'none' }, null],
    [{ orderedAt: NOW - ORDER_AGAIN_MS - 1 }, { mission: 0 }, { do: 'order' }],
    // A report about another mission is ignored.
    [{}, { mission: 6, missionState: 'done' }, null],
  ] as const)('%o with %o', (own, reported, decision) => {
    expect(decide(own, reported)).toEqual(decision);
  });
});

describe('a paused mission', () => {
  it.each([
    [paused('user'), {}, null],
    [paused('user'), { missionState: 'done' }, { do: 'finish' }],
    [paused('blocked'), { missionState: 'blocked' }, null],
    [paused('blocked'), { missionState: 'running' }, { do: 'proceed' }],
    [paused('blocked', BLOCKED_MS + 1), { missionState: 'blocked' }, { do: 'abort', reason: 'blocked' }],
    [paused('charging', BLOCKED_MS + 1), { missionState: 'charging' }, null],
    [paused('charging'), { mission: 0, missionState: 'none' }, { do: 'proceed' }],
    [paused('silent'), { online: false }, null],
    [paused('silent'), {}, { do: 'proceed' }],
    [paused('silent', SILENT_MS + 1), { online: false }, { do: 'fail', reason: 'silent' }],
  ] as const)('%o with %o', (own, reported, decision) => {
    expect(decide(own, reported)).toEqual(decision);
  });
});

describe('what robots are sent', () => {
  it('is an order with points, or none', () => {
    expect(parseOrder('{"mission":7,"points":[{"n":1,"x":2,"y":3}]}')).toMatchObject({ mission: 7 });
    for (const text of ['', 'null', '[]', '{"mission":7}', '{"mission":7,"points":[{"n":1}]}'])
      expect(parseOrder(text)).toBeNull();
  });

  it('has a name in the log', () => {
    const order = (number: number) => JSON.stringify({ mission: number, points: [] });
    expect(commandName('order', order(7))).toBe('mission');
    expect(commandName('order', order(0))).toBe('drive');
    expect([1, 2, 3, 4].map((value) => commandName('action', value))).toEqual([
      ...['pause', 'resume', 'home', 'other'],
    ]);
    expect(commandName('lamp', true)).toBe('other');
  });

  it('is distinguished from the set points of other devices', () => {
    expect([{ order: '{}' }, { action: 1 }, { setpoint: 50 }].map(isRobotCommand)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
