import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log.ts';
import { holdLease } from '../../platform/timers/lease.ts';
import { aborted, wait } from '../../platform/timers/wait.ts';
import type { IngestPoint } from '../../sites/telemetry/types.ts';
import { type FeedStep, type Moment, nextStep } from './feed.ts';
import type { Orders } from './orders.ts';
import type { SiteSpec } from './site.ts';
import type { Progress, ProgressStore } from './store.ts';

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
  store: ProgressStore;
  telemetry: { ingest(points: readonly IngestPoint[]): Promise<unknown> };
  orders: Pick<Orders, 'of'>;
}

const RETRY_MS = 5_000;
/** Often enough that nobody takes a station for silent that waits for its turn. */
const WAITING_MS = 15_000;

const pointsOf = ({ tenantId, site }: SimulatedStation, { ts, readings }: Moment): IngestPoint[] =>
  Object.entries(readings).map(([key, value]) => ({ tenantId, sn: `${site.sn}-${key}`, ts, value }));

/**
 * Stores what is due. A fill stores its place after the points (repeating it writes the same ones); a live step stores it
 * before, so that after a crash no counter ever starts below what was already delivered.
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

interface Feeding {
  signal: AbortSignal;
  /** Fires when the histories before this one are written; until then it goes on by a batch now and then. */
  turn: AbortSignal;
  filled(): void;
}

/** Feeds a station until the signal fires; what fails begins again at what is stored. */
async function feedStation(
  parts: SimulatorParts,
  station: SimulatedStation,
  { signal, turn, filled }: Feeding,
): Promise<void> {
  const { site, tenantId } = station;
  let progress: Progress | null = null;
  while (!signal.aborted) {
    try {
      progress ??= await parts.store.read(tenantId, site.sn);
      // The station was removed, or is no longer a simulated one.
      if (!progress) break;
      const now = Date.now();
      const step = nextStep(progress, site, now, parts.orders.of(tenantId, site.sn, now));
      if (step.do === 'live' || step.do === 'wait') filled();
      if (step.do === 'wait') await wait(step.ms, signal);
      else progress = await storeStep(parts, station, step);
      if (step.do === 'fill') await wait(WAITING_MS, signal, turn);
    } catch (error) {
      if (signal.aborted) break;
      parts.log.warn('a simulated station could not be fed', { station: site.sn, error });
      progress = null;
      await wait(RETRY_MS, signal);
    }
  }
  filled();
}

/** Feeds simulated stations: first what is missing up to now, then a point of every variable each five seconds. */
export function runSimulator(parts: SimulatorParts, stations: readonly SimulatedStation[]): Simulator {
  const fills = stations.map(() => new AbortController());
  const work = holdLease(parts.db, parts.log, 'simulator', async (signal) => {
    // The histories are written in turn: the first station is complete soon, and the disk is not fought over.
    await Promise.all(
      stations.map((station, i) => {
        const turn = fills[i - 1]?.signal ?? AbortSignal.abort();
        return feedStation(parts, station, { signal, turn, filled: () => fills[i]?.abort() });
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
