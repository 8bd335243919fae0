/** Notes events of records whose entities have events. Another folder contains their effects. */
import type { EntityDefinition } from '../../generated/definition.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { beforeCommit } from '../platform/db/beforeCommit.ts';
import { type Database, homeOf, type Trx } from '../platform/db/index.ts';
import type { Row } from '../platform/db/tables/anyTable.ts';
import { AppError } from '../platform/errors/errors.ts';
import type { CallContext } from './context.ts';

/** `transition:<name>` for a move; `became`: what a condition says of the record may be another than before. */
export type Happening = 'created' | 'updated' | 'deleted' | 'became' | `transition:${string}`;

type EventStep = Pick<CallContext, 'session' | 'lang' | 'zone'>;

export interface Happened {
  entity: EntityDefinition;
  what: Happening;
  before: Row;
  after: Row;
  /** The step that wrote the record. */
  step: EventStep;
}

/** A record that a transaction wrote, for those who watch all writes of an entity. */
interface WrittenRecord {
  entity: EntityDefinition;
  /** Empty for a new record. */
  before: Row;
  after: Row;
}

/** Automations of a tenant start by writes of records. */
export interface Watch {
  /** False if no automation of the tenant starts by writes of the entity. */
  concerns(tenantId: number, entity: string): boolean;
  /** Called before the commit with each written record once: as it was before, and as it is now. */
  follow(trx: Trx, tenantId: number, written: readonly WrittenRecord[]): Promise<void>;
}

type Follow = (trx: Trx, happened: Happened) => Promise<void>;

/** Limits chains of effects that cause events with further effects. The codegen refuses cycles. */
const MAX_DEPTH = 8;

const waiting = new WeakMap<object, { one: Happened; depth: number }[]>();
const depths = new WeakMap<object, number>();
let follow: Follow | null = null;

const watched = new WeakMap<object, Map<string, WrittenRecord>>();
/** By the database, because a process may serve several. */
const watches = new WeakMap<object, Watch>();

/** Registers the automations that start by writes. */
export function watchEvents({ pool }: Pick<Database, 'pool'>, watch: Watch): void {
  watches.set(pool, watch);
}

const watchOf = (trx: Trx): Watch | undefined => watches.get(homeOf(trx) ?? trx);

/** Notes written records. Several writes of a record in a transaction count as one. */
function noteWatched(
  trx: Trx,
  tenantId: number,
  entity: EntityDefinition,
  pairs: readonly { before: Row; after: Row }[],
): void {
  const known = watched.get(trx);
  const noted = known ?? new Map<string, WrittenRecord>();
  if (!known) {
    watched.set(trx, noted);
    beforeCommit(trx, 'events', async () => {
      watched.delete(trx);
      await watchOf(trx)?.follow(trx, tenantId, [...noted.values()]);
    });
  }
  for (const { before, after } of pairs) {
    const key = `${entity.name} ${after.id}`;
    noted.set(key, { entity, before: noted.get(key)?.before ?? before, after });
  }
}

/** Registers the function that runs the effects of events, within their transaction. */
export function followEvents(run: Follow): void {
  follow = run;
}

async function followAll(trx: Trx): Promise<void> {
  const queue = waiting.get(trx) ?? [];
  waiting.delete(trx);
  for (const { one, depth } of queue) {
    if (depth > MAX_DEPTH) throw new AppError('event.tooDeep', { entity: one.entity.name });
    depths.set(trx, depth);
    await follow?.(trx, one);
  }
  depths.delete(trx);
}

/** Notes events of these records. Their effects run before the transaction is committed. */
export function noteEvents(
  trx: Trx,
  step: EventStep,
  written: EntityDefinition,
  what: Happening,
  pairs: readonly { before: Row; after: Row }[],
): void {
  // A handler may still have the definition from the start of the server.
  const entity = entityRegistry.get(written.name) ?? written;
  const isWrite = what !== 'became' && what !== 'deleted';
  if (isWrite && watchOf(trx)?.concerns(step.session.tenantId, entity.name))
    noteWatched(trx, step.session.tenantId, entity, pairs);
  if (!entity.on?.some(({ when }) => when === what)) return;
  const queue = waiting.get(trx) ?? [];
  if (!waiting.has(trx)) {
    waiting.set(trx, queue);
    beforeCommit(trx, 'events', () => followAll(trx));
  }
  const depth = (depths.get(trx) ?? 0) + 1;
  // Each record is checked once at the end, against its state before the first write.
  const asked = new Set(
    what === 'became'
      ? queue.flatMap(({ one }) =>
          one.what === what && one.entity.name === entity.name ? [one.after.id] : [],
        )
      : [],
  );
  for (const { before, after } of pairs)
    if (!asked.has(after.id)) queue.push({ one: { entity, what, before, after, step }, depth });
}
