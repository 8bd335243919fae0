import type { Database } from '../../server/platform/db/index.ts';
import type { Logger } from '../../server/platform/log.ts';
import { holdLease } from '../../server/platform/timers/lease.ts';
import { aborted, wait } from '../../server/platform/timers/wait.ts';
import type { IngestPoint } from '../../server/sites/telemetry/types.ts';
import { type FeedStep, type Moment, nextStep } from './feed.ts';
import type { Orders } from './orders.ts';
import { type PastSeries, pastEnd, simulatePast } from './past.ts';
import type { SiteSpec } from './site.ts';
import type { Progress, ProgressStore } from './store.ts';

interface SimulatedStation {
  tenantId: number;
  site: SiteSpec;
}

export interface Simulator {
  /** Resolves when every site has its history and runs live, or when the simulator is closed. */
  filled(): Promise<void>;
  close(): Promise<void>;
}

interface SimulatorParts {
  db: Database;
  log: Logger;
  store: ProgressStore;
  telemetry: {
    ingest(points: readonly IngestPoint[]): Promise<unknown>;
    /** Writes the whole past of a station's variables, by their numbers (sn). Skips variables that have values. */
    fill(tenantId: number, series: ReadonlyMap<string, PastSeries>): Promise<void>;
  };
  orders: Pick<Orders, 'of'>;
}

const RETRY_MS = 5_000;

const pointsOf = ({ tenantId, site }: SimulatedStation, { ts, readings }: Moment): IngestPoint[] =>
  Object.entries(readings).map(([key, value]) => ({ tenantId, sn: `${site.sn}-${key}`, ts, value }));

/**
 * Stores the due moments. A fill stores its progress after the points, because repeating it writes the same points. A
 * live step stores its progress first. After a crash, no counter then starts below a delivered value.
 */
async function storeStep(
  { store, telemetry }: SimulatorParts,
  station: SimulatedStation,
  step: Exclude<FeedStep, { do: 'wait' }>,
): Promise<Progress> {
  if (step.do === 'fill') await telemetry.ingest(step.moments.flatMap((moment) => pointsOf(station, moment)));
  await store.write(station.tenantId, station.site.sn, step.next, step.do === 'live');
  if (step.do === 'live') await telemetry.ingest(pointsOf(station, step.moment));
  return step.next;
}

/** Writes the whole past of a new station. */
async function storePast(
  { store, telemetry }: SimulatorParts,
  { tenantId, site }: SimulatedStation,
  progress: Progress,
  signal: AbortSignal,
): Promise<Progress> {
  const end = pastEnd(progress);
  if (end === null) return progress;
  const { series, next } = await simulatePast(progress, site, end, signal);
  await telemetry.fill(
    tenantId,
    new Map([...series].map(([key, points]) => [`${site.sn}-${key}`, points] as const)),
  );
  await store.write(tenantId, site.sn, next, false);
  return next;
}

interface Feeding {
  signal: AbortSignal;
  /** Aborts when the history of the previous station is written. */
  turn: AbortSignal;
  pastWritten(): void;
  filled(): void;
}

/** Feeds a station until the signal fires. After an error it continues from the stored progress. */
async function feedStation(
  parts: SimulatorParts,
  station: SimulatedStation,
  { signal, turn, pastWritten, filled }: Feeding,
): Promise<void> {
  const { site, tenantId } = station;
  let progress: Progress | null = null;
  // Limits the memory to the past of one station.
  await aborted(AbortSignal.any([signal, turn]));
  while (!signal.aborted) {
    try {
      progress ??= await parts.store.read(tenantId, site.sn);
      // The station was removed or is no longer simulated.
      if (!progress) break;
      progress = await storePast(parts, station, progress, signal);
      pastWritten();
      const now = Date.now();
      const step = nextStep(progress, site, now, parts.orders.of(tenantId, site.sn, now));
      if (step.do === 'live' || step.do === 'wait') filled();
      if (step.do === 'wait') await wait(step.ms, signal);
      else progress = await storeStep(parts, station, step);
    } catch (error) {
      if (signal.aborted) break;
      parts.log.warn('a simulated station could not be fed', { station: site.sn, error });
      pastWritten();
      progress = null;
      await wait(RETRY_MS, signal);
    }
  }
  pastWritten();
  filled();
}

/** Feeds simulated stations: first the missing past, then a point of every variable every five seconds. */
export function runSimulator(parts: SimulatorParts, stations: readonly SimulatedStation[]): Simulator {
  const fills = stations.map(() => new AbortController());
  const pasts = stations.map(() => new AbortController());
  const work = holdLease(parts.db, parts.log, 'simulator', async (signal) => {
    // Histories are written one station after another, so that the first is complete early.
    await Promise.all(
      stations.map((station, i) => {
        const turn = pasts[i - 1]?.signal ?? AbortSignal.abort();
        const [pastWritten, filled] = [() => pasts[i]?.abort(), () => fills[i]?.abort()];
        return feedStation(parts, station, { signal, turn, pastWritten, filled });
      }),
    );
  });
  return {
    async filled() {
      await Promise.all(fills.map(({ signal }) => aborted(signal)));
    },
    async close() {
      await work.close();
      for (const fill of fills) fill.abort();
    },
  };
}
