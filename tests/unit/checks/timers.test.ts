import { expect, it } from 'vitest';
import { timerBreaches, timerRowBreaches } from '../../checks/timers.ts';

it('refuses an interval in the server, except for streams', () => {
  const text = 'const timer = setInterval(step, 1_000);';
  expect(timerBreaches('server/sites/alarms/index.ts', text)).toHaveLength(1);
  expect(timerBreaches('server/sites/live/sse.ts', text)).toEqual([]);
  expect(timerBreaches('runtime/core/scheduler/scheduler.ts', text)).toEqual([]);
  expect(timerBreaches('server/sites/alarms/index.ts', 'clearInterval(timer);')).toEqual([]);
});

it('requires a row for every timer, and no other row', () => {
  const text =
    "work = leaseEvery(db, log, 'retention', HOUR_MS, run);\nconst beat = every(\n  log,\n  'heart',";
  const files = [{ file: 'server/engine/records/retention.ts', text }];
  expect(
    timerRowBreaches(files, '| `retention` | `server/a.ts` | x |\n| `heart` | `server/b.ts` | x |'),
  ).toEqual([]);
  expect(timerRowBreaches(files, '| `heart` | `server/b.ts` | x |')[0]).toContain('"retention"');
  expect(timerRowBreaches([], '| `heart` | `server/b.ts` | x |')[0]).toContain('"heart"');
});
