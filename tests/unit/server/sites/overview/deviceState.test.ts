import { expect, it } from 'vitest';
import { type DeviceMoment, deviceStateAt } from '../../../../../server/sites/overview/deviceState.ts';

const running: DeviceMoment = {
  ...{ enabled: true, isHeard: true, lastTime: '2026-01-01T00:00:00Z', status: 1 },
  ...{ inRepair: false, hasFault: false, power: -120 },
};

it.each<[string, Partial<DeviceMoment>, number]>([
  ['runs while it gives or takes power', {}, 2],
  ['waits while it does neither', { power: 0.01 }, 3],
  ['is on where it says no power', { power: null }, 1],
  ['has a fault before all that', { hasFault: true }, 4],
  ['is offline, whatever it last said', { status: 0, hasFault: true }, 10],
  ['is unknown while it was never heard', { lastTime: null, status: 0 }, 6],
  ['is unknown where nothing of it can be heard', { isHeard: false }, 6],
  ['is switched off', { enabled: false, status: 0 }, 0],
  ['is being repaired, even when it is switched off', { enabled: false, inRepair: true }, 5],
])('a device %s', (_, more, state) => {
  expect(deviceStateAt({ ...running, ...more })).toBe(state);
});
