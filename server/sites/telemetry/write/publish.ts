/** Announces committed points to all processes, and handles the announcements of other processes. */
import type { LivePoint } from '../../../platform/events.ts';
import { listChangedCalculated } from '../calculation/calculatedLive.ts';
import { isCalculated } from '../calculation/calculation.ts';
import type { FollowParts } from '../catalog/followDeletions.ts';
import type { ReadyPoint } from '../types.ts';
import { BAD } from './batch.ts';
import { listCorrected, readLatestAgain, tellLatest } from './refreshLatest.ts';

export interface Publishing {
  /** Publishes points after their commit. */
  publish(points: readonly ReadyPoint[]): Promise<void>;
  close(): void;
}

async function publishCalculated(
  { catalog, hub, latest }: FollowParts,
  tenantId: number,
  live: readonly LivePoint[],
): Promise<void> {
  const calculated = await catalog.calculated(tenantId);
  if (calculated.length === 0) return;
  const good = live.filter(({ quality = 0 }) => quality < BAD);
  const points = listChangedCalculated(calculated, new Set(good.map(({ sn }) => sn)), latest);
  if (points.length > 0) hub.publish({ type: 'points', tenantId, points });
}

/** Records points that another process received. */
async function noteRemote(
  { catalog, latest }: FollowParts,
  tenantId: number,
  points: readonly LivePoint[],
): Promise<void> {
  const sns = points.map(({ sn }) => sn);
  const bySn = new Map(
    (await catalog.variablesKept(tenantId, sns)).map((variable) => [variable.sn, variable]),
  );
  for (const { sn, ts, value, quality = 0 } of points) {
    const variable = bySn.get(sn);
    if (!variable || quality >= BAD || isCalculated(variable)) continue;
    if (value === null || typeof value === 'boolean') continue;
    latest.noteRemote(tenantId, variable.id, ts, value);
  }
}

const livePoint = ({ variable: { sn }, ts, value, quality }: ReadyPoint): LivePoint =>
  quality === 0 ? { sn, ts, value } : { sn, ts, value, quality };

export function createPublishing(parts: FollowParts): Publishing {
  const { db, hub, log, catalog, latest } = parts;
  /** True while this process announces its own points, so that their echo is ignored. */
  let isPublishing = false;

  function publishOwn(publish: () => void): void {
    isPublishing = true;
    publish();
    isPublishing = false;
  }

  function publishLive(tenantId: number, points: LivePoint[]): void {
    publishOwn(() => hub.publish({ type: 'points', tenantId, points }));
    publishCalculated(parts, tenantId, points).catch((error: unknown) =>
      log.warn('calculated variables were not told', { error: String(error) }),
    );
  }

  const unsubscribe = hub.subscribe((event) => {
    if (isPublishing) return;
    const failed = (error: unknown): void =>
      log.warn('telemetry could not follow a change', { error: String(error) });
    if (event.type === 'points') noteRemote(parts, event.tenantId, event.points).catch(failed);
    if (event.type === 'latest')
      catalog
        .variablesKept(event.tenantId, event.sns)
        .then((variables) => readLatestAgain(db, latest, variables))
        .catch(failed);
  });

  return {
    /** Late points are not published, because they would make a board or an alarm go back in time. */
    async publish(points) {
      const current = points.filter(
        ({ variable, ts }) => ts >= (latest.get(variable.tenantId, variable.id)?.ts ?? 0),
      );
      latest.note(points);
      const corrected = listCorrected(latest, points);
      for (const tenantPoints of Map.groupBy(corrected, ({ variable }) => variable.tenantId).values())
        await readLatestAgain(
          db,
          latest,
          tenantPoints.map(({ variable }) => variable),
        );
      publishOwn(() => tellLatest(hub, [...corrected, ...current.filter(({ quiet }) => quiet)]));
      const live = current.filter(({ quiet }) => !quiet).sort((a, b) => a.ts - b.ts);
      for (const [tenantId, tenantPoints] of Map.groupBy(live, ({ variable }) => variable.tenantId))
        publishLive(tenantId, tenantPoints.map(livePoint));
    },
    close: unsubscribe,
  };
}
