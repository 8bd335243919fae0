import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log.ts';
import { holdLease } from '../../platform/timers/lease.ts';
import { wait } from '../../platform/timers/wait.ts';
import type { IngestPoint } from '../../sites/telemetry/types.ts';
import { fillNext, TICK_MS, tickFloor } from './schedule.ts';
import { simulate } from './simulate.ts';
import type { Readings, SiteSpec } from './site.ts';
import { type Progress, readProgress, writeProgress } from './store.ts';

interface SimulatedStation {
  tenantId: number;
  site: SiteSpec;
}

export interface Simulator {
  /** Resolves when every site has its history and runs live, or the simulator is closed. */
  filled(): Promise<void>;
  close(): Promise<void>;
}

interface SimulatorParts {
  db: Database;
  log: Logger;
  telemetry: { ingest(points: readonly IngestPoint[]): Promise<unknown> };
}

/** Points that one step of a fill hands over at once. */
const FILL_POINTS = 16_000;
/** A gap this long is filled in coarse steps instead of one live step. */
const GAP_MS = 60_000;
const RETRY_MS = 5_000;

function pointsOf({ tenantId, site }: SimulatedStation, ts: number, readings: Readings): IngestPoint[] {
  return Object.entries(readings).map(([key, value]) => ({ tenantId, sn: `${site.sn}-${key}`, ts, value }));
}

/**
 * Feeds simulated stations: first what is missing up to now, then a point of every variable each five seconds.
 * A fill stores its place after the points (repeating it writes the same ones); a live step stores it before, so
 * that after a crash no counter ever starts below what was already delivered.
 */
export function runSimulator(parts: SimulatorParts, stations: readonly SimulatedStation[]): Simulator {
  const { db, log, telemetry } = parts;

  /** Writes a batch of the fill; gives the unchanged progress when the anchor is reached. */
  async function fill(station: SimulatedStation, progress: Progress): Promise<Progress> {
    const points: IngestPoint[] = [];
    let { state } = progress;
    for (
      let ts = fillNext(state.ts, progress.anchor);
      ts !== null;
      ts = fillNext(state.ts, progress.anchor)
    ) {
      const step = simulate(state, ts, ts - state.ts, station.site);
      state = step.state;
      points.push(...pointsOf(station, ts, step.readings));
      if (points.length >= FILL_POINTS) break;
    }
    if (state === progress.state) return progress;
    await telemetry.ingest(points);
    const next = { anchor: progress.anchor, state };
    await writeProgress(db, station.tenantId, station.site.sn, next);
    return next;
  }

  async function live(station: SimulatedStation, progress: Progress, signal: AbortSignal): Promise<Progress> {
    const now = tickFloor(Date.now());
    const gap = now - progress.state.ts;
    if (gap <= 0) {
      await wait(TICK_MS - (Date.now() % TICK_MS), signal);
      return progress;
    }
    if (gap > GAP_MS) {
      const behind = { ...progress, anchor: now };
      await writeProgress(db, station.tenantId, station.site.sn, behind);
      return behind;
    }
    const { state, readings } = simulate(progress.state, now, gap, station.site);
    const next = { anchor: progress.anchor, state };
    await writeProgress(db, station.tenantId, station.site.sn, next);
    await telemetry.ingest(pointsOf(station, now, readings));
    return next;
  }

  async function run(station: SimulatedStation, signal: AbortSignal, filled: () => void): Promise<void> {
    let progress: Progress | null = null;
    while (!signal.aborted) {
      try {
        progress ??= await readProgress(db, station.tenantId, station.site.sn);
        // The station was removed, or is no longer a simulated one.
        if (!progress) break;
        const next = await fill(station, progress);
        if (next !== progress) {
          progress = next;
          continue;
        }
        if (Date.now() - progress.state.ts <= GAP_MS) filled();
        progress = await live(station, progress, signal);
      } catch (error) {
        if (signal.aborted) break;
        log.warn('a simulated station could not be fed', { station: station.site.sn, error });
        progress = null;
        await wait(RETRY_MS, signal);
      }
    }
    filled();
  }

  const fills = stations.map(() => Promise.withResolvers<void>());
  const work = holdLease(db, log, 'simulator', async (signal) => {
    // The histories are written in turn: the first station is complete soon, and the disk is not fought over.
    await Promise.all(
      stations.map(async (station, i) => {
        await fills[i - 1]?.promise;
        await run(station, signal, () => fills[i]?.resolve());
      }),
    );
  });
  return {
    async filled() {
      await Promise.all(fills.map(({ promise }) => promise));
    },
    async close() {
      await work.close();
      for (const { resolve } of fills) resolve();
    },
  };
}
