/** Batches on their way to the disk, a tenant at a time: each is tried again where trying again can help. */
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isConnectionLost, READ_ONLY } from '../../../platform/db/connect.ts';
import type { Database } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ReadyPoint } from '../types.ts';
import { type FrozenPoints, joinFrozen } from './frozenHours.ts';
import { rebuildRollups } from './rebuild.ts';
import { createStore, ZoneChanged } from './store.ts';

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 100;
/** Serialisation failure, deadlock, and "no partition for this row" (it was dropped meanwhile). */
const PASSING_CODES = new Set(['40001', '40P01', '23514']);

interface Parts {
  db: Database;
  log: Logger;
  catalog: Catalog;
}

/**
 * Somebody changed the zone of a device or station, here or in another process: reads the variables anew,
 * and cuts their roll-ups anew where the change is not in the roll-ups yet.
 */
async function settleZones(
  { db, catalog }: Parts,
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

/**
 * Writes points, those of each tenant in a transaction of their own; writing the same points twice (after an answer that got
 * lost, or when another tenant's failed) changes nothing.
 */
export function createPersist(parts: Parts): (points: Points) => Promise<FrozenPoints> {
  const store = createStore(parts.db.pool);

  async function writeTenant(tenantId: number, points: Points): Promise<FrozenPoints> {
    let batch = points;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store.write(tenantId, batch);
      } catch (error) {
        const passing = error instanceof ZoneChanged || PASSING_CODES.has(errorCode(error));
        const lost = isConnectionLost(error);
        if (!(passing || lost) || attempt >= ATTEMPTS || errorCode(error) === READ_ONLY) {
          parts.log.error('points were not written', { points: batch.length, error });
          throw lost ? new AppError('db.unavailable', {}, { cause: error }) : error;
        }
        if (error instanceof ZoneChanged) batch = await settleZones(parts, tenantId, batch, error.points);
        else await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
      }
    }
  }

  return async (points) => {
    const frozen: FrozenPoints[] = [];
    for (const [tenantId, tenantPoints] of Map.groupBy(points, ({ variable }) => variable.tenantId))
      frozen.push(await writeTenant(tenantId, tenantPoints));
    return joinFrozen(frozen);
  };
}
