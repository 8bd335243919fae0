/** The rules that judge points, in memory: by the variables that they watch, each with its state. */
import type { Database } from '../db/index.ts';
import type { Hub, LivePoint } from '../live/hub.ts';
import {
  type PointRule,
  point_replay,
  type RuleState,
  rule_point,
  rule_tick,
  type Step,
  state_start,
} from './evaluate.ts';
import { BAD, LATEST_JUDGED_MS, past_window, points_newest } from './past.ts';
import { type LoadedRule, type Newest, rule_sameCondition, rules_load } from './rules.ts';
import { alarms_closeOrphans } from './store.ts';
import type { Rule } from './types.ts';
import { alarms_tell, type Writer } from './writer.ts';

interface Watched {
  rule: PointRule;
  state: RuleState;
}

interface LoadedPointRule extends LoadedRule {
  rule: PointRule;
}

export interface PointWatch {
  judge(tenantId: number, points: readonly LivePoint[]): void;
  /** Ends what has waited long enough; `now` in epoch milliseconds. */
  tick(now: number): void;
  /**
   * Reads the rules of a tenant, or of all, and goes on with those whose condition is the same. `meanwhile` has what
   * came in while it read judged: before the latest values, which would make it old.
   */
  reload(tenantId: number | null, meanwhile: () => void): Promise<void>;
}

const is_pointRule = (loaded: LoadedRule): loaded is LoadedPointRule =>
  loaded.rule.condition.kind !== 'noData';

const is_bad = (point: LivePoint & { quality?: number }): boolean => point.quality === BAD;

export function createPointWatch(parts: { db: Database; hub: Hub; writer: Writer }): PointWatch {
  const { db, hub, writer } = parts;
  /** By tenant, then by variable; a rule over several variables stands at each of them. */
  const tenants = new Map<number, Map<string, Watched[]>>();
  /** Those that time alone may change. */
  const waiting = new Set<Watched>();

  function take(watched: Watched, { state, change }: Step, certain: boolean): void {
    watched.state = state;
    if (state.pending) waiting.add(watched);
    else waiting.delete(watched);
    if (change) writer.add(change, certain);
  }

  /**
   * The state after the points of the last time, as if they had come in when they were measured. What lies before an
   * alarm that is up is only remembered: it was judged when the alarm was raised.
   */
  async function state_rebuild(
    { rule, up, newest }: LoadedPointRule,
    now: number,
    lastReceived: number | null,
  ): Promise<RuleState> {
    const alarm = up.find(({ source }) => source === rule.variableSn);
    const since = alarm?.since ?? -Infinity;
    let state = state_start(alarm !== undefined);
    const window = past_window(rule, newest, now, lastReceived);
    if (!window) return state;
    const points = await db.system((trx) => points_newest(trx, rule.tenantId, newest, window));
    for (const point of points) {
      if (point.ts < since) {
        const { memory, lastTs, lastValue } = rule_point(rule, state, point, point.ts).state;
        state = { ...state_start(true), memory, lastTs, lastValue };
        continue;
      }
      for (const step of point_replay(rule, state, point)) {
        if (step.change) writer.add(step.change, false);
        state = step.state;
      }
    }
    return state;
  }

  function newest_judge(watched: Watched, newest: readonly Newest[], now: number): void {
    for (const point of newest) {
      if (!watched.state.up && now - point.ts >= LATEST_JUDGED_MS) continue;
      take(watched, rule_point(watched.rule, watched.state, point, now), true);
    }
    take(watched, rule_tick(watched.rule, watched.state, now), true);
  }

  /** Out with the rules of the tenant, or of all; answers them by their number. */
  function clear(tenantId: number | null): Map<Rule['id'], Watched> {
    const before = new Map<Rule['id'], Watched>();
    for (const [owner, byVariable] of tenants) {
      if (tenantId !== null && owner !== tenantId) continue;
      for (const one of [...byVariable.values()].flat()) before.set(one.rule.id, one);
      tenants.delete(owner);
    }
    for (const one of before.values()) waiting.delete(one);
    return before;
  }

  function place(watched: Watched): void {
    const { tenantId, watches } = watched.rule;
    const byVariable = tenants.get(tenantId) ?? new Map<string, Watched[]>();
    tenants.set(tenantId, byVariable);
    for (const sn of watches) byVariable.set(sn, [...(byVariable.get(sn) ?? []), watched]);
  }

  async function reload(tenantId: number | null, meanwhile: () => void): Promise<void> {
    await writer.idle();
    const { rules, orphans } = await db.system(async (trx) => {
      const loaded = await rules_load(trx, tenantId);
      return { rules: loaded, orphans: await alarms_closeOrphans(trx, tenantId, loaded) };
    });
    alarms_tell(hub, orphans);
    const now = Date.now();
    const pointRules = rules.filter(is_pointRule);
    const known = new Map(
      [...tenants.values()].flatMap((one) => [...one.values()].flat()).map((one) => [one.rule.id, one]),
    );
    const keeps = ({ rule }: LoadedPointRule): RuleState | null => {
      const old = known.get(rule.id);
      return old && rule_sameCondition(old.rule, rule) ? old.state : null;
    };
    // A rule that is new or changed later on is held against what comes, and against what still holds.
    const isStart = tenantId === null && known.size === 0;
    const received = pointRules.flatMap(({ newest }) => newest.map(({ receivedAt }) => receivedAt));
    const lastReceived = isStart ? received.reduce((last, at) => Math.max(last, at), 0) : null;
    const rebuilt = new Map<Rule['id'], RuleState>();
    for (const loaded of pointRules)
      if (!keeps(loaded)) rebuilt.set(loaded.rule.id, await state_rebuild(loaded, now, lastReceived));
    const before = clear(tenantId);
    const placed = pointRules.map(({ rule, newest }) => {
      const state = rebuilt.get(rule.id) ?? before.get(rule.id)?.state ?? state_start(false);
      const watched = { rule, state };
      place(watched);
      return { watched, newest };
    });
    meanwhile();
    for (const { watched, newest } of placed) newest_judge(watched, newest, now);
  }

  return {
    judge(tenantId, points) {
      const watched = tenants.get(tenantId);
      if (!watched) return;
      const now = Date.now();
      for (const point of points) {
        if (is_bad(point)) continue;
        for (const one of watched.get(point.sn) ?? [])
          take(one, rule_point(one.rule, one.state, point, now), false);
      }
    },
    tick(now) {
      for (const one of [...waiting]) take(one, rule_tick(one.rule, one.state, now), false);
    },
    reload,
  };
}
