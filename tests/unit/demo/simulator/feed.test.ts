import { describe, expect, it } from 'vitest';
import { runSimulator } from '../../../../demo/simulator/index.ts';
import { fillNext, startHistory, tickFloor } from '../../../../demo/simulator/schedule.ts';
import { stateInitial } from '../../../../demo/simulator/simulate.ts';
import type { Progress, ProgressStore } from '../../../../demo/simulator/store.ts';
import { demoStations } from '../../../../demo/sites/sites.ts';
import type { Database } from '../../../../server/platform/db/index.ts';
import { createLogger } from '../../../../server/platform/log.ts';
import type { IngestPoint } from '../../../../server/sites/telemetry/types.ts';

const DAY = 86_400_000;
const station = demoStations[2]!;
const log = createLogger('silent');

/** A database whose simulator lease is always free. */
const db = {
  lease: async () => ({ lost: new AbortController().signal, release: async () => {} }),
} as unknown as Database;

/** Stores the progress of one station in memory. */
function memoryStore(
  anchor: number,
  since = anchor - 3 * DAY,
): ProgressStore & { state(): { ts: number }; lives: boolean[] } {
  const lives: boolean[] = [];
  let stored: Progress = { anchor, state: stateInitial(station.site, since) };
  return {
    read: async () => structuredClone(stored),
    write: async (_tenantId, _stationSn, progress, live) => {
      stored = structuredClone(progress);
      lives.push(live);
    },
    state: () => stored.state,
    lives,
  };
}

interface Feed {
  points: Map<string, number>;
  duplicates: number;
}

/** Accepts points like the telemetry does. A point with the same variable and time replaces the earlier one. */
function collect(feed: Feed, points: readonly IngestPoint[]): void {
  for (const { sn, ts, value } of points) {
    const key = `${sn}@${ts}`;
    if (feed.points.has(key)) {
      feed.duplicates += 1;
      expect(value).toBe(feed.points.get(key));
    }
    feed.points.set(key, value as number);
  }
}

describe('schedule of a fill', () => {
  const anchor = tickFloor(Date.UTC(2026, 10, 21, 10, 3, 17));

  const times: number[] = [];
  for (let ts: number | null = startHistory(anchor); ts !== null; ts = fillNext(ts, anchor)) times.push(ts);
  const stepAt = (age: number): number => {
    const at = times.findIndex((ts) => ts > anchor - age);
    return times[at + 1]! - times[at]!;
  };

  it('is coarse at first, finer in the last two months and the last day, finest at its end', () => {
    expect([395 * DAY, 61 * DAY, DAY, DAY / 12].map(stepAt)).toEqual([3_600_000, 900_000, 300_000, 60_000]);
    expect(times.at(-1)).toBe(anchor);
  });
});

describe('history of a new site', () => {
  it('includes this month and the last of the year before, in every time zone, on any day', () => {
    for (const [year, month, day] of [
      [2026, 10, 21],
      [2026, 0, 1],
      [2026, 2, 31],
      [2026, 11, 1],
    ] as const) {
      const anchor = Date.UTC(year, month, day, 3);
      const inKiribati = Date.UTC(year - 1, month - 1, 1, -14);
      expect(startHistory(anchor)).toBeLessThanOrEqual(inKiribati);
      expect(anchor - startHistory(anchor)).toBeLessThan(459 * DAY);
    }
  });
});

/** These batteries get no commands. */
const orders = { of: () => ({}) };

const fill = async (): Promise<void> => {};

describe('feeding a simulated station', () => {
  it('writes the past of a new one at once up to midnight, and sends the later points', async () => {
    const anchor = tickFloor(Date.now());
    const midnight = Math.floor(anchor / DAY) * DAY;
    const store = memoryStore(anchor, startHistory(anchor));
    const filled = new Map<string, Float64Array>();
    const sent: number[] = [];
    const simulator = runSimulator(
      {
        ...{ db, log, store, orders },
        telemetry: {
          async fill(_tenantId, series) {
            for (const [sn, { times, values }] of series) {
              expect(values.length).toBe(times.length);
              filled.set(sn, times);
            }
          },
          ingest: async (points) => void sent.push(...points.map(({ ts }) => ts)),
        },
      },
      [station],
    );
    await simulator.filled();
    await simulator.close();
    const power = filled.get(`${station.site.sn}-METER-power`)!;
    expect(power[0]).toBeLessThanOrEqual(startHistory(anchor) + 3_600_000);
    expect(power.at(-1)).toBeLessThan(midnight);
    expect(midnight - power.at(-1)!).toBeLessThanOrEqual(900_000);
    expect(Math.min(...sent)).toBeGreaterThanOrEqual(midnight);
    expect(Math.max(...sent)).toBeGreaterThanOrEqual(anchor);
  });

  it('writes the same history after an interruption, and then continues live', async () => {
    const anchor = tickFloor(Date.now());
    const whole: Feed = { points: new Map(), duplicates: 0 };
    const undisturbed = memoryStore(anchor);
    const first = runSimulator(
      {
        db,
        log,
        store: undisturbed,
        telemetry: { fill, ingest: async (points) => collect(whole, points) },
        orders,
      },
      [station],
    );
    await first.filled();
    await expect.poll(() => undisturbed.lives.at(-1), { interval: 5 }).toBe(true);
    await first.close();
    expect(undisturbed.lives.indexOf(true)).toBeGreaterThan(0);

    const broken: Feed = { points: new Map(), duplicates: 0 };
    const disturbed = memoryStore(anchor);
    let batches = 0;
    // The points of the third batch arrive, but the process crashes before it stores the progress.
    const dying = runSimulator(
      {
        db,
        log,
        store: disturbed,
        telemetry: {
          fill,
          ingest: async (points) => {
            collect(broken, points);
            batches += 1;
            if (batches === 3) throw new Error('gone');
          },
        },
        orders,
      },
      [station],
    );
    await expect.poll(() => batches, { interval: 5 }).toBeGreaterThanOrEqual(3);
    await dying.close();
    expect(disturbed.state().ts).toBeLessThan(anchor);
    const second = runSimulator(
      {
        db,
        log,
        store: disturbed,
        telemetry: { fill, ingest: async (points) => collect(broken, points) },
        orders,
      },
      [station],
    );
    await second.filled();
    await second.close();

    expect(broken.duplicates).toBeGreaterThan(0);
    const history = ({ points }: Feed) =>
      new Map([...points].filter(([key]) => Number(key.split('@')[1]) <= anchor));
    const [expected, repeated] = [history(whole), history(broken)];
    expect(repeated.size).toBe(expected.size);
    expect([...repeated].filter(([key, value]) => expected.get(key) !== value)).toEqual([]);
    expect(disturbed.state().ts).toBeGreaterThanOrEqual(anchor);
  });

  it('starts at once, even while the history of another one is being written', async () => {
    const senders = new Set<string>();
    const never = new Promise<void>(() => {});
    const ingest = async (points: readonly IngestPoint[]) => {
      const sender = points[0]!.sn.split('-')[0]!;
      senders.add(sender);
      if (sender === demoStations[0]!.site.sn) await never;
    };
    const anchor = tickFloor(Date.now());
    const store: ProgressStore = {
      read: async (_tenantId, stationSn) => {
        const { site } = demoStations.find((one) => one.site.sn === stationSn)!;
        return { anchor, state: stateInitial(site, startHistory(anchor)) };
      },
      write: async () => {},
    };
    const simulator = runSimulator({ db, log, store, telemetry: { fill, ingest }, orders }, demoStations);
    await expect.poll(() => senders.size, { interval: 5 }).toBe(demoStations.length);
    // The first station never gets an acknowledgement, so the test does not wait for it.
    void simulator.close();
  });
});
