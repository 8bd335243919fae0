/**
 * An hour is frozen after its raw points were deleted. Its roll-up cannot include a further point between the counted
 * points, so such a point is refused. Points before or after the counted points, as in an import of several years, can
 * still be included.
 */
import type pg from 'pg';
import { lastHour } from '../../read/hoursSql.ts';
import type { ReadyPoint } from '../../types.ts';
import { int4Array, timestamptzArray } from '../binaryArrays.ts';
import { expirableUntil } from '../rawRetention.ts';

/** The keys of refused points. */
export type FrozenPoints = ReadonlySet<string>;
export const NONE_FROZEN: FrozenPoints = new Set();

const keyOf = ({ variable: { tenantId, id }, ts }: ReadyPoint): string => `${tenantId}/${id}/${ts}`;
export const isFrozen = (closed: FrozenPoints, point: ReadyPoint): boolean =>
  closed.size > 0 && closed.has(keyOf(point));

export const joinFrozen = (parts: readonly FrozenPoints[]): FrozenPoints =>
  parts.every(({ size }) => size === 0) ? NONE_FROZEN : new Set(parts.flatMap((part) => [...part]));

/** Returns the points that can still be counted. If there are no refused points, returns the same list. */
export const openPoints = (points: ReadyPoint[], closed: FrozenPoints): ReadyPoint[] =>
  closed.size === 0 ? points : points.filter((point) => !isFrozen(closed, point));

const CLOSED = `
select at::int4 from unnest($2::int4[], $3::timestamptz[]) with ordinality as u(v, ts, at)
  join latest as l on l.tenant_id = $1 and l.variable_id = v and l.raw_from is not null,
  ${lastHour({ tenant: '$1', variable: 'v', before: `u.ts + interval '1 microsecond'` }, 'bucket', 'last_ts')} as h
 where h.bucket < l.raw_from and u.ts <= h.last_ts`;

/** Finds the points of a tenant in frozen hours. Texts are never refused. */
export async function findFrozen(
  client: Pick<pg.PoolClient, 'query'>,
  points: readonly ReadyPoint[],
): Promise<FrozenPoints> {
  const until = expirableUntil();
  const old = points.filter(({ ts, value }) => ts < until && typeof value === 'number');
  if (old.length === 0) return NONE_FROZEN;
  const { rows } = await client.query<{ at: number }>(CLOSED, [
    old[0]!.variable.tenantId,
    int4Array(old.map(({ variable }) => variable.id)),
    timestamptzArray(old.map(({ ts }) => ts)),
  ]);
  return rows.length === 0 ? NONE_FROZEN : new Set(rows.map(({ at }) => keyOf(old[at - 1]!)));
}
