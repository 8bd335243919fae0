import type { Service } from '../context.ts';
import type { Database } from '../db/index.ts';
import { type LeasedWork, lease_every } from '../jobs/lease.ts';
import type { Hub, HubEvent, LivePoint } from '../live/hub.ts';
import type { Logger } from '../log.ts';
import { createPointWatch } from './pointWatch.ts';
import { createSilence } from './silenceSweep.ts';
import { suppressed_raise } from './suppression.ts';
import { alarms_tell, createWriter } from './writer.ts';

export interface Alarms extends Service {
  start(): Promise<void>;
  /** Resolves when every rule is up to date and every change so far is stored. */
  settled(): Promise<void>;
  /** What no point tells: silence, and suppression windows that are over. `now` in epoch milliseconds. */
  sweep(now?: number): Promise<void>;
}

const RULE_ENTITIES: ReadonlySet<string> = new Set(['alarmGenerater', 'deviceVariable', 'device', 'station']);
const TICK_MS = 1_000;
const SWEEP_MS = 5_000;
const RETRY_MS = 1_000;

/** A new variable, device or station has no rules yet; whatever else happens to these can change what is watched. */
const touches_rules = (event: HubEvent & { type: 'entity' }): boolean =>
  RULE_ENTITIES.has(event.entity) && (event.entity === 'alarmGenerater' || event.do !== 'create');

interface Options {
  db: Database;
  log: Logger;
  hub: Hub;
  /** Whether this process may look for silence; one of all that may does. */
  sweeps?: boolean;
}

/**
 * Watches committed points. Each is judged in the moment it is published, in memory; only a change of a rule's
 * state reaches the database. After a start, and after any change of a rule, its recent points and the latest values
 * are judged anew, so a crash between a commit and its judgement loses nothing that still holds.
 *
 * A confirmed alarm is raised again only after its value was good once.
 */
export function createAlarms({ db, log, hub, sweeps = true }: Options): Alarms {
  const writer = createWriter({ db, log, hub });
  const watch = createPointWatch({ db, hub, writer });
  const silence = createSilence({ db, hub });
  /** Tenants whose rules are stale; `null` means all. Points wait while any are. */
  let stale = new Set<number | null>();
  let waiting: { tenantId: number; points: readonly LivePoint[] }[] = [];
  let reloading: Promise<void> | null = null;
  let unsubscribe: (() => void) | null = null;
  let ticking: NodeJS.Timeout | null = null;
  let sweeping: LeasedWork | null = null;
  let closed = false;

  /** Of one tenant, or of all. */
  function waiting_judge(tenantId: number | null): void {
    const isOwn = (one: { tenantId: number }): boolean => tenantId === null || one.tenantId === tenantId;
    const points = waiting.filter(isOwn);
    waiting = waiting.filter((one) => !isOwn(one));
    for (const one of points) watch.judge(one.tenantId, one.points);
  }

  async function reloadAll(): Promise<void> {
    while (stale.size > 0 && !closed) {
      const which = stale.has(null) ? [null] : [...stale];
      stale = new Set();
      for (const tenantId of which) {
        try {
          await watch.reload(tenantId, () => waiting_judge(tenantId));
        } catch (error) {
          log.warn('alarm rules could not be read, trying again', { error: String(error) });
          stale.add(tenantId);
        }
      }
      if (stale.size > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    reloading = null;
    waiting_judge(null);
  }

  function invalidate(tenantId: number | null): void {
    stale.add(tenantId);
    reloading ??= reloadAll();
  }

  function hear(event: HubEvent): void {
    if (event.type === 'resync') {
      invalidate(null);
    } else if (event.type === 'entity') {
      if (touches_rules(event)) invalidate(event.tenantId);
    } else if (event.type === 'points') {
      if (reloading) waiting.push(event);
      else watch.judge(event.tenantId, event.points);
    }
  }

  async function settled(): Promise<void> {
    while (reloading) await reloading;
    await writer.idle();
  }

  async function sweep(now = Date.now()): Promise<void> {
    alarms_tell(hub, await db.system((trx) => suppressed_raise(trx, now)));
    await silence.sweep(now);
  }

  return {
    async start() {
      unsubscribe = hub.subscribe(hear);
      invalidate(null);
      await settled();
      ticking = setInterval(() => {
        if (!reloading) watch.tick(Date.now());
      }, TICK_MS);
      if (!sweeps) return;
      sweeping = lease_every(db, log, 'alarms', SWEEP_MS, async () => {
        await sweep();
      });
    },
    settled,
    sweep,
    async close() {
      closed = true;
      unsubscribe?.();
      if (ticking) clearInterval(ticking);
      await sweeping?.close();
      await reloading;
      await writer.close();
    },
  };
}
