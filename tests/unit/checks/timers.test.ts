import { expect, it } from 'vitest';
import { timerBreaches } from '../../checks/timers.ts';

it('refuses an interval in the server, but for streams', () => {
  const text = 'const timer = setInterval(step, 1_000);';
  expect(timerBreaches('server/sites/alarms/index.ts', text)).toHaveLength(1);
  expect(timerBreaches('server/sites/live/sse.ts', text)).toEqual([]);
  expect(timerBreaches('runtime/core/scheduler/scheduler.ts', text)).toEqual([]);
  expect(timerBreaches('server/sites/alarms/index.ts', 'clearInterval(timer);')).toEqual([]);
});
