/**
 * Telemetry: the intake (a response means that the points are committed) and the readers (latest, statistics, history).
 */

import type { Service } from '../../engine/context.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Disk } from '../../platform/files/disk.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import type { Logger } from '../../platform/log.ts';
import { counter, gauge, metricsOnCollect } from '../../platform/metrics.ts';
import { type Catalog, createCatalog, type DeviceEntry } from './catalog/catalog.ts';
import { followDeletions } from './catalog/followDeletions.ts';
import { createWatch } from './counters/watch.ts';
import { watchWrites } from './counters/watchWrites.ts';
import { createVariableMaker } from './intake/autoVariables.ts';
import { findBehind } from './intake/gateway.ts';
import { createIntake, type Intake } from './intake/intake.ts';
import { createLastSeen, type LastSeenNotes } from './intake/lastSeen.ts';
import { createLinkTraffic, type LinkTraffic } from './intake/linkTraffic.ts';
import { checkPoints, refused } from './intake/pointCheck.ts';
import type { Reason } from './intake/reasons.ts';
import { ensureVariables } from './intake/resolvePayload.ts';
import { type HistoryRequest, history } from './read/history.ts';
import { type MeasuredSeries, readMeasured } from './read/measuredPoints.ts';
import { readReadings } from './read/readings.ts';
import { type Recorded, type RecordedRequest, readRecorded } from './read/recorded.ts';
import { statistic } from './read/statistics.ts';
import { type Means, type MeansRequest, readMeans } from './read/tenMinutes.ts';
import { createRefusals, type Refusals } from './refusals/index.ts';
import type {
  HistorySeries,
  IngestPoint,
  Reading,
  ReadyPoint,
  StatisticRequest,
  StatisticSeries,
  TelemetryVariable,
} from './types.ts';
import { createLatest } from './write/latest.ts';
import { createPublishing } from './write/publish.ts';
import { type FrozenPoints, findFrozen, isFrozen } from './write/rollups/frozenHours.ts';
import { createPersist } from './write/writeRetry.ts';
import { createWriter, type Writer, type WriterOptions } from './write/writer.ts';

export type { IngestPoint, TelemetryVariable } from './types.ts';

declare module '../../engine/context.ts' {
  interface Services {
    telemetry: Telemetry;
  }
  interface HandlerServices {
    /** Without `variables`: calls use `variableAccess.ts` instead, which checks the caller's permissions. */
    telemetry: Omit<Telemetry, 'variables'>;
  }
}

export interface Telemetry extends Service, Intake, Pick<Writer, 'overloaded' | 'room' | 'waiting'> {
  /**
   * Stores points by variable, in the variable's unit. Resolves when they are on disk. Unknown variables and impossible
   * times or values are left out and counted. Throws `telemetry.overloaded` if the queue is full.
   */
  ingest(points: readonly IngestPoint[]): Promise<void>;
  /**
   * Stores checked points of imports. `quiet` hides them from live boards, alarms and the times of last messages.
   * Returns the points that could not be stored because their figures are final.
   */
  store(points: readonly ReadyPoint[], options?: { waits?: boolean; quiet?: boolean }): Promise<FrozenPoints>;
  /** Returns the points that `store` would refuse. All points must belong to one tenant. */
  closed(points: readonly ReadyPoint[]): Promise<FrozenPoints>;
  device: Pick<Catalog, 'byToken' | 'byDeviceSn'>;
  /** Returns the device of this name for which the gateway may send, or the reason of the refusal. */
  findBehind(gateway: DeviceEntry, name: string): Promise<DeviceEntry | Reason>;
  /** Returns known variables in the order of `sns`. */
  variables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
  variablesEnsure(entry: DeviceEntry, variables: Parameters<typeof ensureVariables>[2]): Promise<DeviceEntry>;
  latest(variables: readonly TelemetryVariable[]): Reading[];
  statistic(request: StatisticRequest): Promise<StatisticSeries[]>;
  history(request: HistoryRequest): Promise<HistorySeries[]>;
  /** Returns the number of samples and their completeness, in the order of the variables. */
  recorded(request: RecordedRequest): Promise<Recorded[]>;
  /** Returns ten-minute means, in the order of the variables. */
  means(request: MeansRequest): Promise<Means>;
  /** Returns the first points of the window, unreduced. */
  measured(request: HistoryRequest): Promise<MeasuredSeries[]>;
  /** Stores refused data. */
  refusals: Refusals;
  heard: LastSeenNotes;
  /** Counts received data per channel and collector. */
  traffic: LinkTraffic;
}

interface Options {
  db: Database;
  log: Logger;
  hub: Hub;
  config?: Config;
  disk?: Pick<Disk, 'refusal'>;
  writer?: WriterOptions;
}

/**
 * Number of concurrent batches: the database writes one while the next is prepared. More batches would only wait for
 * each other.
 */
const LANES = 2;

const stored = counter('wattdeck_points_total', 'Points committed');
const queue = gauge('wattdeck_points_waiting', 'Points that wait for the disk');

export function createTelemetry({ db, log, hub, disk, writer: writerOptions }: Options): Telemetry {
  const latest = createLatest();
  const catalog = createCatalog({
    db,
    hub,
    onLatest: latest.take,
    onTooLarge: ({ tenantId, sn }) =>
      log.warn('a calculated variable has no value: its formulas are too large', { tenantId, variable: sn }),
  });
  const refusals = createRefusals({ db, log });
  const lastSeen = createLastSeen({ db, log });
  const traffic = createLinkTraffic({ db, log });
  const persist = createPersist({ db, log, catalog, latest });
  const parts = { hub, catalog, createVariables: createVariableMaker(db) };
  // Reads use the read database. Missing roll-ups are built first, on the main database.
  const reading: Database = { ...db, ...db.reading };
  const publishing = createPublishing({ db, hub, log, catalog, latest });
  const deletions = followDeletions({ db, hub, log, catalog, latest });
  const persistWatched = watchWrites({ db, hub, findLooks: createWatch(latest.get), persist });
  const writer = createWriter(
    async (points) => {
      const closed = await persistWatched(points);
      stored.inc(points.length - closed.size);
      const accepted = closed.size > 0 ? points.filter((point) => !isFrozen(closed, point)) : points;
      traffic.note(accepted);
      await publishing.publish(accepted);
      return closed;
    },
    { lanes: LANES, ...(disk && { refuses: disk.refusal }), ...writerOptions },
  );

  const unmeasure = metricsOnCollect(() => queue.set(writer.waiting()));

  const store: Telemetry['store'] = async (points, { waits = false, quiet = false } = {}) => {
    const admitted = waits ? await writer.room(points.length) : undefined;
    try {
      return await writer.add(quiet ? points.map((point) => ({ ...point, quiet })) : points, { admitted });
    } finally {
      admitted?.();
    }
  };

  return {
    ...createIntake({ parts, writer, refusals, heard: lastSeen }),
    refusals,
    heard: lastSeen,
    traffic,
    store,
    closed: (points) => findFrozen(db.pool, points),
    device: catalog,
    findBehind: (gateway, name) => findBehind(catalog, gateway, name),
    variables: catalog.variables,
    statistic: (request) => statistic(reading, request),
    history: (request) => history(reading, request),
    recorded: (request) => readRecorded(reading, request),
    means: (request) => readMeans(db, request),
    measured: (request) => readMeasured(reading, request),
    waiting: writer.waiting,
    overloaded: writer.overloaded,
    room: writer.room,
    async variablesEnsure(entry, variables) {
      return (await ensureVariables(parts, entry, variables)).entry;
    },
    async ingest(points) {
      const { size } = await writer.add(await checkPoints(catalog, points, Date.now()));
      if (size > 0) refused.inc({ reason: 'timeExpired' satisfies Reason }, size);
    },
    latest: (variables) => readReadings(latest, variables, Date.now()),
    async close() {
      await writer.close();
      await refusals.close();
      await lastSeen.close();
      await traffic.close();
      await deletions.close();
      unmeasure();
      publishing.close();
      catalog.close();
    },
  };
}
