import { describe, expect, it } from 'vitest';
import { nextStep } from '../../../../demo/simulator/feed.ts';
import { tickFloor } from '../../../../demo/simulator/schedule.ts';
import { stateInitial } from '../../../../demo/simulator/simulate.ts';
import type { Readings } from '../../../../demo/simulator/site.ts';
import { demoStations } from '../../../../demo/sites/sites.ts';

const { site } = demoStations[2]!;
const NOW = Date.UTC(2026, 10, 21, 10, 3, 17);
const TICK = tickFloor(NOW);
const at = (ts: number, anchor = ts) => ({ anchor, state: stateInitial(site, ts) });

describe('the next step of a simulated station', () => {
  it('is the history up to the anchor, in batches that continue each other', () => {
    let progress = at(TICK - 5 * 86_400_000, TICK);
    const times: number[] = [];
    let batches = 0;
    for (let step = nextStep(progress, site, NOW); step.do === 'fill'; step = nextStep(progress, site, NOW)) {
      progress = step.next;
      batches += 1;
      times.push(...step.moments.map(({ ts }) => ts));
    }
    expect(batches).toBeGreaterThan(1);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    expect([times.at(-1), progress.state.ts, progress.anchor]).toEqual([TICK, TICK, TICK]);
  });

  it('is one moment if some ticks are missing', () => {
    const step = nextStep(at(TICK - 15_000), site, NOW);
    expect(step).toMatchObject({ do: 'live', moment: { ts: TICK }, next: { state: { ts: TICK } } });
  });

  it('is a fill up to now if more than a minute is missing', () => {
    const from = TICK - 65_000;
    expect(nextStep(at(from), site, NOW)).toMatchObject({
      do: 'anchor',
      next: { anchor: TICK, state: { ts: from } },
    });
    expect(nextStep(at(from, TICK), site, NOW).do).toBe('fill');
    expect(nextStep(at(TICK - 60_000), site, NOW).do).toBe('live');
  });

  it('includes each cell of the battery twice a minute, but not before today', () => {
    const cellsOf = (readings: Readings) =>
      Object.keys(readings).filter((key) => key.startsWith('BMU-')).length;
    const live = (ts: number) => {
      const step = nextStep(at(ts - 5_000), site, ts + 1);
      return step.do === 'live' ? cellsOf(step.moment.readings) : null;
    };
    const round = Date.UTC(2026, 10, 21, 10, 3, 30);
    expect([live(round), live(round + 5_000)]).toEqual([128, 0]);
    const fill = nextStep(at(TICK - 2 * 86_400_000, TICK), site, NOW);
    const before = fill.do === 'fill' ? fill.moments.filter(({ ts }) => ts < Date.UTC(2026, 10, 21)) : [];
    const filled = before.map(({ readings }) => cellsOf(readings));
    expect(filled.length).toBeGreaterThan(10);
    expect(new Set(filled)).toEqual(new Set([0]));
  });

  it('is nothing until the next tick', () => {
    expect(nextStep(at(TICK), site, NOW)).toEqual({ do: 'wait', ms: 3_000 });
  });
});
