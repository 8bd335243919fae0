/** The rules of which a single value says all, in memory: judged from points as they are told, those of others too. */
import type { Database } from '../../platform/db/index.ts';
import type { LivePoint } from '../../platform/events.ts';
import { type PointRule, type RuleState, replayPoint, rulePoint, type Step, startState } from './evaluate.ts';
import { allPoints, BAD, LATEST_JUDGED_MS, momentWindow } from './recentPoints.ts';
import { type LoadedRule, type Newest, ruleSameCondition } from './rules.ts';
import type { Rule } from './types.ts';
import type { Writer } from './writer.ts';

interface Watched {
  rule: PointRule;
  state: RuleState;
}

export interface LoadedPointRule extends LoadedRule {
  rule: PointRule;
}

export interface PointWatch {
  judge(tenantId: number, points: readonly LivePoint[]): void;
  /**
   * Watches these rules of a tenant, or of all, instead of those before, and goes on with those whose condition is the
   * same. `meanwhile` has what came in until then judged: before the latest values, which would make it old.
   */
  take(tenantId: number | null, rules: readonly LoadedPointRule[], meanwhile: () => void): Promise<void>;
}

const isBad = (point: LivePoint & { quality?: number }): boolean => point.quality === BAD;

export function createPointWatch({ db, writer }: { db: Database; writer: Writer }): PointWatch {
  /** By tenant, then by variable. */
  const tenants = new Map<number, Map<string, Watched[]>>();

  function takeStep(watched: Watched, { state, change }: Step): void {
    watched.state = state;
    if (change) writer.add(change);
  }

  /**
   * The state after the last moment. What lies before an alarm that is up is not looked at: it was judged when the alarm
   * was raised.
   */
  async function rebuildState(
    { rule, up, newest }: LoadedPointRule,
    now: number,
    lastReceived: number | null,
  ): Promise<RuleState> {
    const alarm = up.find(({ source }) => source === rule.variableSn);
    let state = startState(alarm !== undefined);
    const window = lastReceived === null ? null : momentWindow(newest, now, lastReceived);
    if (!window) return state;
    const points = await db.system((trx) => allPoints(trx, rule.tenantId, newest, window));
    for (const point of points.filter(({ ts }) => ts >= (alarm?.since ?? -Infinity))) {
      for (const step of replayPoint(rule, state, point)) {
        if (step.change) writer.add(step.change);
        state = step.state;
      }
    }
    return state;
  }

  function judgeNewest(watched: Watched, newest: readonly Newest[], now: number): void {
    for (const point of newest) {
      if (!watched.state.up && now - point.ts >= LATEST_JUDGED_MS) continue;
      takeStep(watched, rulePoint(watched.rule, watched.state, point, now));
    }
  }

  /** Out with the rules of the tenant, or of all; answers them by their number. */
  function clear(tenantId: number | null): Map<Rule['id'], Watched> {
    const before = new Map<Rule['id'], Watched>();
    for (const [owner, byVariable] of tenants) {
      if (tenantId !== null && owner !== tenantId) continue;
      for (const one of [...byVariable.values()].flat()) before.set(one.rule.id, one);
      tenants.delete(owner);
    }
    return before;
  }

  function place(watched: Watched): void {
    const { tenantId, variableSn } = watched.rule;
    const byVariable = tenants.get(tenantId) ?? new Map<string, Watched[]>();
    tenants.set(tenantId, byVariable);
    byVariable.set(variableSn, [...(byVariable.get(variableSn) ?? []), watched]);
  }

  return {
    judge(tenantId, points) {
      const watched = tenants.get(tenantId);
      if (!watched) return;
      const now = Date.now();
      for (const point of points) {
        if (isBad(point)) continue;
        for (const one of watched.get(point.sn) ?? [])
          takeStep(one, rulePoint(one.rule, one.state, point, now));
      }
    },
    async take(tenantId, rules, meanwhile) {
      const now = Date.now();
      const known = new Map(
        [...tenants.values()].flatMap((one) => [...one.values()].flat()).map((one) => [one.rule.id, one]),
      );
      const keeps = ({ rule }: LoadedPointRule): boolean => {
        const old = known.get(rule.id);
        return old !== undefined && ruleSameCondition(old.rule, rule);
      };
      // A rule that is new or changed later on is held against what comes, and against what still holds.
      const isStart = tenantId === null && known.size === 0;
      const received = rules.flatMap(({ newest }) => newest.map(({ receivedAt }) => receivedAt));
      const lastReceived = isStart ? received.reduce((last, at) => Math.max(last, at), 0) : null;
      const rebuilt = new Map<Rule['id'], RuleState>();
      for (const loaded of rules)
        if (!keeps(loaded)) rebuilt.set(loaded.rule.id, await rebuildState(loaded, now, lastReceived));
      const before = clear(tenantId);
      const placed = rules.map(({ rule, newest }) => {
        const state = rebuilt.get(rule.id) ?? before.get(rule.id)?.state ?? startState(false);
        const watched = { rule, state };
        place(watched);
        return { watched, newest };
      });
      meanwhile();
      for (const { watched, newest } of placed) judgeNewest(watched, newest, now);
    },
  };
}
