import { describe, expect, it } from 'vitest';
import type { SilenceRule } from '../../../../../server/sites/alarms/silence/silence.ts';
import {
  type SiteLook,
  type SiteMemory,
  startMemory,
  stepSilence,
} from '../../../../../server/sites/alarms/silence/silenceStep.ts';
import { ruleWith } from '../../../../support/alarms/alarmRule.ts';

const S = 1_000;
const LIMIT = 60 * S;

const rule = {
  ...ruleWith(undefined, { id: 1, stationSn: 'ST', zone: 'UTC' }),
  condition: { kind: 'noData', scope: 'station', silentMs: null },
} as SilenceRule;

const device = (no: number, at: number): SiteLook['devices'][number] => ({
  ...{ sn: `D${no}`, name: `Device ${no}`, at, limitMs: LIMIT, alarms: true, variables: [], channel: null },
});

/** Checks once. Returns the alarms that began and ended. */
function look(memory: SiteMemory, now: number, devices: SiteLook['devices'], up: readonly string[] = []) {
  const open = up.map((source) => ({ ruleId: 1, source }));
  const step = stepSilence(memory, { now, since: 0, stationSn: 'ST', rules: [rule], devices, open });
  return { ...step, said: step.changes.map(({ to, source, ts }) => [to, source, ts / S]) };
}

describe('a site that is checked repeatedly', () => {
  const silent = look(startMemory(), 70 * S, [device(1, 0), device(2, 5 * S)]);

  it('raises one alarm, which ends with the first message of its devices', () => {
    expect(silent.said).toEqual([['open', 'ST', 65]]);
    expect(look(silent.memory, 75 * S, [device(1, 0), device(2, 5 * S)], ['ST']).said).toEqual([]);
    expect(look(silent.memory, 80 * S, [device(1, 0), device(2, 78 * S)], ['ST']).said).toEqual([
      ['recover', 'ST', 78],
    ]);
  });

  it("restarts each device's limit after its return", () => {
    const back = look(silent.memory, 80 * S, [device(1, 0), device(2, 78 * S)], ['ST']);
    expect(look(back.memory, 130 * S, [device(1, 0), device(2, 128 * S)]).said).toEqual([]);
    expect(look(back.memory, 141 * S, [device(1, 0), device(2, 141 * S)]).said).toEqual([['open', 'D1', 60]]);
    // A first check has no earlier return in memory.
    expect(look(startMemory(), 130 * S, [device(1, 0), device(2, 128 * S)]).said).toEqual([
      ['open', 'D1', 60],
    ]);
  });

  it('changes no earlier state', () => {
    const { silent: before } = silent.memory;
    look(silent.memory, 80 * S, [device(1, 79 * S), device(2, 79 * S)], ['ST']);
    expect(silent.memory.silent).toBe(before);
    expect(before.has('device D1')).toBe(true);
    expect(silent.memory.backAt.size).toBe(0);
  });

  it('ends the alarm of a channel with the first message of its devices, and restarts their limits', () => {
    const channel = { sn: 'CH', name: 'Uplink' };
    const devicesAt = (first: number, second: number, other: number) => [
      { ...device(1, first * S), channel },
      { ...device(2, second * S), channel },
      device(3, other * S),
    ];
    const down = look(startMemory(), 70 * S, devicesAt(0, 5, 69));
    expect(down.said).toEqual([['open', 'channel CH', 65]]);
    expect(down.changes[0]?.about).toMatchObject({ deviceSn: '', site: false, channelName: 'Uplink' });
    const back = look(down.memory, 80 * S, devicesAt(0, 78, 79), ['channel CH']);
    expect(back.said).toEqual([['recover', 'channel CH', 78]]);
    expect(look(back.memory, 130 * S, devicesAt(0, 128, 129)).said).toEqual([]);
    expect(look(back.memory, 141 * S, devicesAt(0, 141, 141)).said).toEqual([['open', 'D1', 60]]);
  });
});
