/** Telemetry: the way in (acknowledged means committed) and the ways out (latest, statistics, history). */

import type { Service } from '../../engine/context.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import type { LivePoint } from '../../platform/events.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log.ts';
import { counter, gauge, metricsOnCollect } from '../../platform/metrics.ts';
import { BAD } from './batch.ts';
import { calculatedLatest, calculatedTold } from './calculatedLive.ts';
import { isCalculated } from './calculation.ts';
import { type Catalog, createCatalog, type DeviceEntry } from './catalog.ts';
import { type FrozenPoints, findFrozen, isFrozen } from './frozenHours.ts';
import { findBehind } from './gateway.ts';
import { type HistoryRequest, history } from './history.ts';
import { createIntake, type Intake } from './intake.ts';
import { createLastSeen, type LastSeenNotes } from './lastSeen.ts';
import { createLatest } from './latest.ts';
import { listCorrected, readLatestAgain, tellLatest } from './latestAgain.ts';
import { timeRefusal } from './payload.ts';
import { createPersist } from './persist.ts';
import { purgeVariables } from './purge.ts';
import type { Reason } from './reasons.ts';
import { ensureVariables } from './receive.ts';
import { createRefusals, type Refusals } from './refusals/index.ts';
import { statistic } from './statistics.ts';
import type {
  HistorySeries,
  IngestPoint,
  Reading,
  ReadyPoint,
  StatisticRequest,
  StatisticSeries,
  TelemetryVariable,
} from './types.ts';
import { convertValue } from './value.ts';
import { createWriter, type Writer, type WriterOptions } from './writer.ts';

export type { IngestPoint, TelemetryVariable } from './types.ts';

declare module '../../engine/context.ts' {
  interface Services {
    telemetry: Telemetry;
  }
  interface HandlerServices {
    /** Without the way to variables by their numbers: `seen.ts` has it, with the rights of who asks. */
    telemetry: Omit<Telemetry, 'variables'>;
  }
}

export interface Telemetry extends Service, Intake, Pick<Writer, 'overloaded' | 'room' | 'waiting'> {
  /**
   * Points by variable, in the variable's unit; resolves when they are on disk. Unknown variables, impossible
   * times and values are left out and counted; a full queue throws `telemetry.overloaded`.
   */
  ingest(points: readonly IngestPoint[]): Promise<void>;
  /**
   * Points that were checked already (imports); `quiet` keeps them from live boards, alarms and what is heard. Answers
   * which were not stored, as they could not count any more.
   */
  store(points: readonly ReadyPoint[], options?: { waits?: boolean; quiet?: boolean }): Promise<FrozenPoints>;
  /** What `store` would answer. */
  closed(points: readonly ReadyPoint[]): Promise<FrozenPoints>;
  device: Pick<Catalog, 'byToken' | 'byDeviceSn'>;
  /** The device that a gateway may speak for under this name, or why there is none. */
  findBehind(gateway: DeviceEntry, name: string): Promise<DeviceEntry | Reason>;
  /** Known variables in the order of `sns`. */
  variables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
  variablesEnsure(entry: DeviceEntry, wanted: Parameters<typeof ensureVariables>[2]): Promise<DeviceEntry>;
  latest(variables: readonly TelemetryVariable[]): Reading[];
  statistic(request: StatisticRequest): Promise<StatisticSeries[]>;
  history(request: HistoryRequest): Promise<HistorySeries[]>;
  /** What could not be taken in. */
  refusals: Refusals;
  heard: LastSeenNotes;
}

interface Options {
  db: Database;
  log: Logger;
  hub: Hub;
  config?: Config;
  writer?: WriterOptions;
}

/** While the database writes for one, the other is prepared; more only wait for each other. */
const LANES = 2;

const stored = counter('wattdeck_points_total', 'Points committed');
const refused = counter('wattdeck_points_refused_total', 'Values refused', ['reason']);
const queue = gauge('wattdeck_points_waiting', 'Points that wait for the disk');

export function createTelemetry({ db, log, hub, writer: writerOptions }: Options): Telemetry {
  const latest = createLatest();
  const catalog = createCatalog({
    db,
    hub,
    onLatest: latest.take,
    onTooLarge: ({ tenantId, sn }) =>
      log.warn('a calculated variable has no value: its formulas are too large', { tenantId, variable: sn }),
  });
  const refusals = createRefusals({ db, log });
  const heard = createLastSeen({ db, log });
  const persist = createPersist({ db, log, catalog });
  const parts = { db, hub, catalog };
  /** True while our own points are told: what is heard meanwhile is known already. */
  let telling = false;
  let purging: Promise<void> = Promise.resolve();

  async function publishCalculated(tenantId: number, told: readonly LivePoint[]): Promise<void> {
    const calculated = await catalog.calculated(tenantId);
    if (calculated.length === 0) return;
    const good = told.filter(({ quality = 0 }) => quality < BAD);
    const points = calculatedTold(calculated, new Set(good.map(({ sn }) => sn)), latest);
    if (points.length > 0) hub.publish({ type: 'points', tenantId, points });
  }

  /** Only what is not older than the known value: a back-fill must not make a board or an alarm jump back. */
  async function publishPoints(points: readonly ReadyPoint[]): Promise<void> {
    const current = points.filter(
      ({ variable, ts }) => ts >= (latest.get(variable.tenantId, variable.id)?.ts ?? 0),
    );
    latest.note(points);
    const corrected = listCorrected(latest, points);
    for (const own of Map.groupBy(corrected, ({ variable }) => variable.tenantId).values())
      await readLatestAgain(
        db,
        latest,
        own.map(({ variable }) => variable),
      );
    telling = true;
    tellLatest(hub, [...corrected, ...current.filter(({ quiet }) => quiet)]);
    telling = false;
    const live = current.filter(({ quiet }) => !quiet).sort((a, b) => a.ts - b.ts);
    for (const [tenantId, own] of Map.groupBy(live, ({ variable }) => variable.tenantId)) {
      const told = own.map(
        ({ variable: { sn }, ts, value, quality }): LivePoint =>
          quality === 0 ? { sn, ts, value } : { sn, ts, value, quality },
      );
      telling = true;
      hub.publish({ type: 'points', tenantId, points: told });
      telling = false;
      publishCalculated(tenantId, told).catch((error: unknown) =>
        log.warn('calculated variables were not told', { error: String(error) }),
      );
    }
  }

  const writer = createWriter(
    async (points) => {
      const closed = await persist(points);
      stored.inc(points.length - closed.size);
      await publishPoints(closed.size > 0 ? points.filter((point) => !isFrozen(closed, point)) : points);
      return closed;
    },
    { lanes: LANES, ...writerOptions },
  );

  async function hearRemote(tenantId: number, points: readonly LivePoint[]): Promise<void> {
    const bySn = new Map(
      (
        await catalog.variablesKept(
          tenantId,
          points.map(({ sn }) => sn),
        )
      ).map((one) => [one.sn, one]),
    );
    for (const { sn, ts, value, quality = 0 } of points) {
      const variable = bySn.get(sn);
      if (
        !variable ||
        quality >= BAD ||
        isCalculated(variable) ||
        value === null ||
        typeof value === 'boolean'
      )
        continue;
      latest.noteRemote(tenantId, variable.id, ts, value);
    }
  }

  const readRemoteAgain = async (tenantId: number, sns: readonly string[]): Promise<void> =>
    readLatestAgain(db, latest, await catalog.variablesKept(tenantId, sns));

  const unsubscribe = hub.subscribe((event) => {
    const failed = (error: unknown): void =>
      log.warn('telemetry could not follow a change', { error: String(error) });
    if (event.type === 'latest' && !telling) readRemoteAgain(event.tenantId, event.sns).catch(failed);
    if (event.type === 'points' && !telling) hearRemote(event.tenantId, event.points).catch(failed);
    if (event.type === 'takenBack') {
      for (const id of event.ids) latest.forget(event.tenantId, id);
      catalog.forget(event.tenantId);
    }
    if (event.type !== 'entity' || event.do !== 'purge') return;
    if (event.entity !== 'device' && event.entity !== 'deviceVariable') return;
    purging = purging.then(() => purgeVariables(db, latest, event.tenantId)).catch(failed);
  });
  const unmeasure = metricsOnCollect(() => queue.set(writer.waiting()));

  const store: Telemetry['store'] = async (points, { waits = false, quiet = false } = {}) => {
    const admitted = waits ? await writer.room(points.length) : undefined;
    try {
      return await writer.add(quiet ? points.map((point) => ({ ...point, quiet })) : points, { admitted });
    } finally {
      admitted?.();
    }
  };

  function checkPoint(
    point: IngestPoint,
    variable: TelemetryVariable | undefined,
    now: number,
  ): ReadyPoint | null {
    const reason = variable
      ? isCalculated(variable)
        ? 'calculated'
        : timeRefusal(point.ts, now)
      : 'unknownKey';
    const converted = variable && convertValue(point.value, { ...variable, scale: 1, offset: 0 });
    if (variable && !reason && Number.isFinite(point.ts) && converted?.ok) {
      return { variable, ts: Math.floor(point.ts), value: converted.value, quality: point.quality ?? 0 };
    }
    refused.inc({ reason: reason ?? (converted?.ok === false ? converted.reason : 'timeUnreadable') });
    return null;
  }

  return {
    ...createIntake({ parts, writer, refusals, heard }),
    refusals,
    heard,
    store,
    closed: (points) => findFrozen(db.pool, points),
    device: catalog,
    findBehind: (gateway, name) => findBehind(catalog, gateway, name),
    variables: catalog.variables,
    statistic: (request) => statistic(db, request),
    history: (request) => history(db, request),
    waiting: writer.waiting,
    overloaded: writer.overloaded,
    room: writer.room,
    async variablesEnsure(entry, wanted) {
      return (await ensureVariables(parts, entry, wanted)).entry;
    },
    async ingest(points) {
      const now = Date.now();
      const ready: ReadyPoint[] = [];
      for (const [tenantId, own] of Map.groupBy(points, (point) => point.tenantId)) {
        const known = await catalog.variables(tenantId, [...new Set(own.map(({ sn }) => sn))]);
        const bySn = new Map(known.map((variable) => [variable.sn, variable]));
        ready.push(...own.flatMap((point) => checkPoint(point, bySn.get(point.sn), now) ?? []));
      }
      const { size } = await writer.add(ready);
      if (size > 0) refused.inc({ reason: 'timeExpired' satisfies Reason }, size);
    },
    latest(variables) {
      const now = Date.now();
      return variables.map((variable) => {
        const known = isCalculated(variable)
          ? calculatedLatest(variable, latest)
          : latest.get(variable.tenantId, variable.id);
        const { sn, unit, name, decimals } = variable;
        const ts = known && new Date(known.ts).toISOString();
        const stale = !known || now - known.ts > variable.offlineAfter * 1000;
        return { sn, data: known?.value ?? null, ts, unit, name, decimals, stale };
      });
    },
    async close() {
      await writer.close();
      await refusals.close();
      await heard.close();
      await purging;
      unmeasure();
      unsubscribe();
      catalog.close();
    },
  };
}
