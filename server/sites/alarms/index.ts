import type { Service } from '../../engine/context.ts';
import type { Database } from '../../platform/db/index.ts';
import type { HubEvent, LivePoint } from '../../platform/events.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log.ts';
import { holdLease, type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import { aborted, wait } from '../../platform/timers/wait.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { type CourseWatch, createCourseWatch } from './courseWatch.ts';
import { createPointWatch, type LoadedPointRule } from './pointWatch.ts';
import { type LoadedRule, loadRules } from './rules.ts';
import { createSilence } from './silenceSweep.ts';
import { closeAlarmsOrphans } from './store.ts';
import { raiseSuppressed } from './suppression.ts';
import { createWriter, tellAlarms } from './writer.ts';

declare module '../../engine/context.ts' {
  interface Services {
    alarms: Alarms;
  }
}

export interface Alarms extends Service {
  start(): Promise<void>;
  /** Resolves when every rule is up to date and every change so far is stored. */
  settled(): Promise<void>;
  /** What no point tells: silence, and suppression windows that are over. `at`: as if it were then, epoch milliseconds. */
  sweep(at?: number): Promise<void>;
}

const RULE_ENTITIES: ReadonlySet<string> = new Set(['alarmGenerater', 'deviceVariable', 'device', 'station']);
const TICK_MS = 1_000;
const SWEEP_MS = 5_000;
const RETRY_MS = 1_000;
/** Whoever starts alone judges everything from the start on; where another process does, nobody waits for it. */
const ALONE_MS = 500;

/** A new variable, device or station has no rules yet; whatever else happens to these can change what is watched. */
const touchesRules = (event: HubEvent & { type: 'entity' }): boolean =>
  RULE_ENTITIES.has(event.entity) && (event.entity === 'alarmGenerater' || event.do !== 'create');

interface Options {
  db: Database;
  log: Logger;
  hub: Hub;
  telemetry: Pick<Telemetry, 'variables'>;
  /** Whether this process judges points. */
  judges?: boolean;
  /** Whether it may look for silence; one of all that may does. */
  sweeps?: boolean;
}

const isPointRule = (loaded: LoadedRule): loaded is LoadedPointRule =>
  loaded.rule.condition.kind !== 'noData';

/**
 * Watches committed points. Rules of which a single value says all are judged in the moment it is published, by every
 * process that judges; those that remember, by one of these for all. Only a change of a rule's state reaches the
 * database. After a start, and after any change of a rule, its recent points and the latest values are judged anew, so a
 * crash between a commit and its judgement loses nothing that still holds.
 *
 * A confirmed alarm is raised again only after its value was good once.
 */
export function createAlarms(options: Options): Alarms {
  const { db, log, hub, judges = true, sweeps = true } = options;
  const writer = createWriter({ db, log, hub });
  const watch = createPointWatch({ db, writer });
  /** While it is this process that judges rules that remember. */
  let course: CourseWatch | null = null;
  const silence = createSilence({ db, hub });
  /** Tenants whose rules are stale; `null` means all. Points wait while any are. */
  let stale = new Set<number | null>();
  let waiting: { tenantId: number; points: readonly LivePoint[] }[] = [];
  let reloading: Promise<void> | null = null;
  let unsubscribe: (() => void) | null = null;
  let ticking: NodeJS.Timeout | null = null;
  let sweeping: LeasedWork | null = null;
  let following: LeasedWork | null = null;
  let closed = false;

  /** Of one tenant, or of all. */
  function judgeWaiting(tenantId: number | null): void {
    const isOwn = (one: { tenantId: number }): boolean => tenantId === null || one.tenantId === tenantId;
    const points = waiting.filter(isOwn);
    waiting = waiting.filter((one) => !isOwn(one));
    for (const one of points) watch.judge(one.tenantId, one.points);
  }

  async function reload(tenantId: number | null): Promise<void> {
    await writer.idle();
    const { rules, orphans } = await db.system(async (trx) => {
      const loaded = await loadRules(trx, tenantId);
      return { rules: loaded, orphans: await closeAlarmsOrphans(trx, tenantId, loaded) };
    });
    tellAlarms(hub, orphans);
    const { passing = [], other = [] } = Object.groupBy(rules.filter(isPointRule), ({ rule }) =>
      rule.passing ? 'passing' : 'other',
    );
    course?.take(tenantId, other);
    await watch.take(tenantId, passing, () => judgeWaiting(tenantId));
  }

  async function reloadAll(): Promise<void> {
    while (stale.size > 0 && !closed) {
      const which = stale.has(null) ? [null] : [...stale];
      stale = new Set();
      for (const tenantId of which) {
        try {
          await reload(tenantId);
        } catch (error) {
          log.warn('alarm rules could not be read, trying again', { error: String(error) });
          stale.add(tenantId);
        }
      }
      if (stale.size > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    reloading = null;
    judgeWaiting(null);
  }

  function invalidate(tenantId: number | null): void {
    stale.add(tenantId);
    if (!reloading) course?.expect();
    reloading ??= reloadAll();
  }

  function hear(event: HubEvent): void {
    if (event.type === 'resync') {
      invalidate(null);
    } else if (event.type === 'entity') {
      if (touchesRules(event)) invalidate(event.tenantId);
    } else if (event.type === 'points') {
      course?.hear(event, reloading !== null);
      if (reloading) waiting.push(event);
      else watch.judge(event.tenantId, event.points);
    }
  }

  async function settled(): Promise<void> {
    while (reloading) await reloading;
    await writer.idle();
    await course?.idle();
  }

  /** Judges rules that remember, until the signal says that another process may. */
  async function follow(signal: AbortSignal): Promise<void> {
    const own = createCourseWatch(options);
    course = own;
    invalidate(null);
    await aborted(signal);
    course = null;
    await own.close();
  }

  async function sweep(at?: number): Promise<void> {
    tellAlarms(hub, await db.system((trx) => raiseSuppressed(trx, at ?? Date.now())));
    await silence.sweep(at);
  }

  return {
    async start() {
      if (judges) {
        unsubscribe = hub.subscribe(hear);
        const held = new AbortController();
        following = holdLease(db, log, 'alarm judgement', (signal) => {
          held.abort();
          return follow(signal);
        });
        await wait(ALONE_MS, held.signal);
        if (!held.signal.aborted) invalidate(null);
        await settled();
        ticking = setInterval(() => course?.tick(), TICK_MS);
      }
      if (!sweeps) return;
      sweeping = leaseEvery(db, log, 'alarms', SWEEP_MS, async () => {
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
      await following?.close();
      await reloading;
      await writer.close();
    },
  };
}
