/** Collects events of written records. Automations and other folders run their effects. */
import type { EntityDefinition } from '../../generated/definition.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { beforeCommit } from '../platform/db/beforeCommit.ts';
import { type Database, homeOf, type Trx } from '../platform/db/index.ts';
import type { Row } from '../platform/db/tables/anyTable.ts';
import { AppError } from '../platform/errors/errors.ts';
import type { CallContext } from './context.ts';

/** `transition:<name>` for a transition. `became` if the result of a condition on the record may have changed. */
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

/** A written record, for automations. */
interface WrittenRecord {
  entity: EntityDefinition;
  /** Empty for a new record. */
  before: Row;
  after: Row;
}

/** The automations that start when records are written. */
export interface Watch {
  /** False if no automation of the tenant is triggered by writes of the entity. */
  concerns(tenantId: number, entity: string): boolean;
  /** Called once before the commit with all written records, in their first and last states. */
  follow(trx: Trx, tenantId: number, written: readonly WrittenRecord[]): Promise<void>;
}

type Follow = (trx: Trx, happened: Happened) => Promise<void>;

/** Maximum depth of effects that trigger further effects. The codegen refuses cycles. */
const MAX_DEPTH = 8;

const waiting = new WeakMap<object, { one: Happened; depth: number }[]>();
const depths = new WeakMap<object, number>();
let follow: Follow | null = null;

const watched = new WeakMap<object, Map<string, WrittenRecord>>();
/** By database pool, because one process may use several databases. */
const watches = new WeakMap<object, Watch>();

/** Registers the automations that are triggered by writes. */
export function watchEvents({ pool }: Pick<Database, 'pool'>, watch: Watch): void {
  watches.set(pool, watch);
}

const watchOf = (trx: Trx): Watch | undefined => watches.get(homeOf(trx) ?? trx);

/** Remembers written records. Several writes of one record in a transaction are merged into one. */
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

/** Registers the function that runs the effects of events, in the transaction of the event. */
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

/** Remembers events of these records. Their effects run before the commit. */
export function noteEvents(
  trx: Trx,
  step: EventStep,
  written: EntityDefinition,
  what: Happening,
  pairs: readonly { before: Row; after: Row }[],
): void {
  // A handler may have an outdated definition, because definitions can be replaced while the server runs.
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
  // Conditions of a record are checked once, at the end, against its state before the first write.
  const queuedIds = new Set(
    what === 'became'
      ? queue.flatMap(({ one }) =>
          one.what === what && one.entity.name === entity.name ? [one.after.id] : [],
        )
      : [],
  );
  for (const { before, after } of pairs)
    if (!queuedIds.has(after.id)) queue.push({ one: { entity, what, before, after, step }, depth });
}
