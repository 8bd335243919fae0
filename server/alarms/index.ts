import type { Service } from '../context.ts';
import type { Database } from '../db/index.ts';
import type { Hub, HubEvent, LivePoint } from '../live/hub.ts';
import type { Logger } from '../log.ts';
import { type Rule, type RuleState, rule_step } from './evaluate.ts';
import { type LoadedRule, rule_sameCondition, rules_load } from './rules.ts';
import { alarms_closeOrphans } from './store.ts';
import { alarms_tell, createWriter } from './writer.ts';

interface Watched {
  rule: Rule;
  state: RuleState;
}

export interface Alarms extends Service {
  start(): Promise<void>;
  /** Resolves when every rule is up to date and every change so far is stored. */
  settled(): Promise<void>;
}

const RULE_ENTITIES: Record<string, true> = { alarmGenerater: true, deviceVariable: true, device: true };
const RETRY_MS = 1000;
/** A last value from longer ago (an import, a device taken away) is history and raises nothing after a start. */
const LATEST_JUDGED_MS = 24 * 3_600_000;

/** A new variable or device has no rules yet; whatever else happens to these can change what is watched. */
const touches_rules = (event: HubEvent & { type: 'entity' }): boolean =>
  RULE_ENTITIES[event.entity] === true && (event.entity === 'alarmGenerater' || event.do !== 'create');

/**
 * Watches committed points. Each is judged in the moment it is published, in memory; only a change of a rule's
 * state reaches the database. After a start, and after any change of a rule, the latest values are judged anew,
 * so a crash between a commit and its judgement loses nothing that still holds.
 *
 * A confirmed alarm is raised again only after its value was good once.
 */
export function createAlarms({ db, log, hub }: { db: Database; log: Logger; hub: Hub }): Alarms {
  const writer = createWriter({ db, log, hub });
  const tenants = new Map<number, Map<string, Watched[]>>();
  /** Tenants whose rules are stale; `null` means all. Points wait while any are. */
  let stale = new Set<number | null>();
  let waiting: { tenantId: number; points: readonly LivePoint[] }[] = [];
  let reloading: Promise<void> | null = null;
  let unsubscribe: (() => void) | null = null;
  let closed = false;

  function judge(tenantId: number, points: readonly LivePoint[], certain = false): void {
    const watched = tenants.get(tenantId);
    if (!watched) return;
    for (const point of points) {
      for (const one of watched.get(point.sn) ?? []) {
        const { state, change } = rule_step(one.rule, one.state, point);
        one.state = state;
        if (change) writer.add(change, certain);
      }
    }
  }

  /** Takes over what was loaded; a rule whose condition did not change keeps its state. */
  function take(tenantId: number | null, loaded: readonly LoadedRule[]): void {
    const before = new Map<Rule['id'], Watched>();
    for (const [owner, byVariable] of tenants) {
      if (tenantId !== null && owner !== tenantId) continue;
      for (const one of [...byVariable.values()].flat()) before.set(one.rule.id, one);
      tenants.delete(owner);
    }
    for (const { rule, violated } of loaded) {
      const old = before.get(rule.id);
      const state = old && rule_sameCondition(old.rule, rule) ? old.state : { lastTs: -Infinity, violated };
      const byVariable = tenants.get(rule.tenantId) ?? new Map<string, Watched[]>();
      tenants.set(rule.tenantId, byVariable);
      byVariable.set(rule.variableSn, [...(byVariable.get(rule.variableSn) ?? []), { rule, state }]);
    }
  }

  async function reload(tenantId: number | null): Promise<void> {
    await writer.idle();
    const { rules, orphans } = await db.system(async (trx) => {
      const loaded = await rules_load(trx, tenantId);
      const active = loaded.map(({ rule }) => rule);
      return { rules: loaded, orphans: await alarms_closeOrphans(trx, tenantId, active) };
    });
    alarms_tell(hub, orphans);
    take(tenantId, rules);
    for (const { rule, violated, latest } of rules) {
      if (latest && (violated || Date.now() - latest.ts < LATEST_JUDGED_MS))
        judge(rule.tenantId, [{ sn: rule.variableSn, ...latest }], true);
    }
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
    const points = waiting;
    waiting = [];
    for (const one of points) judge(one.tenantId, one.points);
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
      else judge(event.tenantId, event.points);
    }
  }

  async function settled(): Promise<void> {
    while (reloading) await reloading;
    await writer.idle();
  }

  return {
    async start() {
      unsubscribe = hub.subscribe(hear);
      invalidate(null);
      await settled();
    },
    settled,
    async close() {
      closed = true;
      unsubscribe?.();
      await reloading;
      await writer.close();
    },
  };
}
