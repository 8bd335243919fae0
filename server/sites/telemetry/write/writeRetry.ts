/** Writes batches of one tenant each, and retries temporary failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isConnectionLost, READ_ONLY } from '../../../platform/db/connect/connect.ts';
import type { Database } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ReadyPoint } from '../types.ts';
import type { Known } from './going.ts';
import type { FrozenPoints } from './rollups/frozenHours.ts';
import { rebuildRollups } from './rollups/rebuild.ts';
import { createStore, ZoneChanged } from './store.ts';

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 100;
/** Serialization failure, deadlock, and a missing partition (dropped since the check). */
const PASSING_CODES = new Set(['40001', '40P01', '23514']);

interface Parts {
  db: Database;
  log: Logger;
  catalog: Catalog;
  latest: Known;
}

/**
 * Handles a changed time zone of a device or station, by this or another process. Reloads the variables, and computes
 * their roll-ups again if they still have the old settings.
 */
async function settleZones(
  { db, catalog }: Pick<Parts, 'db' | 'catalog'>,
  tenantId: number,
  points: readonly ReadyPoint[],
  moved: readonly ReadyPoint[],
): Promise<ReadyPoint[]> {
  const fresh = new Map<number, ReadyPoint['variable']>();
  catalog.forget(tenantId);
  for (const variable of await catalog.variables(
    tenantId,
    moved.map(({ variable }) => variable.sn),
  )) {
    fresh.set(variable.id, variable);
    await rebuildRollups(db.pool, variable);
  }
  return points.map((point) => {
    const variable = fresh.get(point.variable.id);
    return variable ? { ...point, variable } : point;
  });
}

type Points = readonly ReadyPoint[];

/** Writes points of one tenant in one transaction. Repeated points (after a lost response) change nothing. */
export function createPersist(parts: Parts): (points: Points) => Promise<FrozenPoints> {
  const store = createStore(parts.db, parts.latest);
  /** Tenants whose database did not respond the last time. The next sender gets the error immediately. */
  const away = new Set<number>();

  return async (points) => {
    const { tenantId } = points[0]!.variable;
    const attempts = away.has(tenantId) ? 1 : ATTEMPTS;
    let batch = points;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const frozen = await store.write(tenantId, batch);
        away.delete(tenantId);
        return frozen;
      } catch (error) {
        const passing = error instanceof ZoneChanged || PASSING_CODES.has(errorCode(error));
        const lost = isConnectionLost(error);
        if (!(passing || lost) || attempt >= attempts || errorCode(error) === READ_ONLY) {
          parts.log.error('points were not written', { tenantId, points: batch.length, error });
          if (lost) away.add(tenantId);
          throw lost ? new AppError('db.unavailable', {}, { cause: error }) : error;
        }
        if (error instanceof ZoneChanged) batch = await settleZones(parts, tenantId, batch, error.points);
        else await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
      }
    }
  };
}
