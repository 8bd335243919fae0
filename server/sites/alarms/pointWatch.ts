/** The stateless rules in memory. They are evaluated with published points, including points of other processes. */
import type { Database } from '../../platform/db/index.ts';
import type { LivePoint } from '../../platform/events.ts';
import { allPoints, BAD, LATEST_JUDGED_MS, momentWindow } from './course/recentPoints.ts';
import { type PointRule, type RuleState, type Step, startState, stepRule } from './evaluate.ts';
import { judgePoints } from './judgePoints.ts';
import { indexRule, type RuleIndex } from './ruleIndex.ts';
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
   * Replaces the watched rules of a tenant, or of all. Rules with an unchanged condition keep their state. `meanwhile`
   * evaluates the points that arrived during the reload. It runs before the latest values are evaluated, because older
   * points are ignored afterwards.
   */
  take(tenantId: number | null, rules: readonly LoadedPointRule[], meanwhile: () => void): Promise<void>;
}

type ById = ReadonlyMap<Rule['id'], Watched>;

/**
 * Evaluates the last period before a restart. Points before an active alarm are skipped, because they were evaluated
 * before it was raised.
 */
async function resumeRule(
  db: Pick<Database, 'system'>,
  { rule, up, newest }: LoadedPointRule,
  now: number,
  lastReceived: number | null,
): Promise<Step> {
  const alarm = up.find(({ source }) => source === rule.variableSn);
  const state = startState(alarm !== undefined);
  const window = lastReceived === null ? null : momentWindow(newest, now, lastReceived);
  if (!window) return { state, changes: [] };
  const points = await db.system((trx) => allPoints(trx, rule.tenantId, newest, window));
  return judgePoints(rule, state, points, { begin: alarm?.since ?? -Infinity });
}

/** Returns the watched rules of a tenant, or of all, by id. */
const watchedOf = (index: RuleIndex<Watched>, tenantId: number | null): ById =>
  new Map(
    [...index]
      .filter(([owner]) => tenantId === null || owner === tenantId)
      .flatMap(([, bySn]) => [...bySn.values()].flat())
      .map((watched) => [watched.rule.id, watched]),
  );

/**
 * Returns the arrival time of the last value in epoch milliseconds. 0 without a value. The first load of
 * rules evaluates from this time on, because the previous process may have crashed then.
 */
function lastReceipt(rules: readonly LoadedPointRule[]): number {
  const received = rules.flatMap(({ newest }) => newest.map(({ receivedAt }) => receivedAt));
  return received.reduce((last, ts) => Math.max(last, ts), 0);
}

export function createPointWatch({ db, writer }: { db: Database; writer: Writer }): PointWatch {
  const index: RuleIndex<Watched> = new Map();

  function applyStep(watched: Watched, { state, changes }: Step): void {
    watched.state = state;
    for (const change of changes) writer.add(change);
  }

  function judgeNewest(watched: Watched, newest: readonly Newest[], now: number): void {
    for (const point of newest) {
      if (!watched.state.up && now - point.ts >= LATEST_JUDGED_MS) continue;
      applyStep(watched, stepRule(watched.rule, watched.state, { type: 'point', point, now }));
    }
  }

  return {
    judge(tenantId, points) {
      const bySn = index.get(tenantId);
      if (!bySn) return;
      const now = Date.now();
      for (const point of points) {
        if (point.quality === BAD) continue;
        for (const watched of bySn.get(point.sn) ?? [])
          applyStep(watched, stepRule(watched.rule, watched.state, { type: 'point', point, now }));
      }
    },
    async take(tenantId, rules, meanwhile) {
      const now = Date.now();
      const previous = watchedOf(index, null);
      const isUnchanged = ({ rule }: LoadedPointRule): boolean => {
        const old = previous.get(rule.id);
        return old !== undefined && ruleSameCondition(old.rule, rule);
      };
      // Rules that are added or changed later are evaluated with new points and current values.
      const lastReceived = tenantId === null && previous.size === 0 ? lastReceipt(rules) : null;
      const resumed = new Map<Rule['id'], Step>();
      for (const loaded of rules)
        if (!isUnchanged(loaded))
          resumed.set(loaded.rule.id, await resumeRule(db, loaded, now, lastReceived));
      const before = watchedOf(index, tenantId);
      if (tenantId === null) index.clear();
      else index.delete(tenantId);
      const placed = rules.map(({ rule, newest }) => {
        const step = resumed.get(rule.id);
        const watched = { rule, state: before.get(rule.id)?.state ?? startState(false) };
        if (step) applyStep(watched, step);
        indexRule(index, rule.tenantId, rule.variableSn, watched);
        return { watched, newest };
      });
      meanwhile();
      for (const { watched, newest } of placed) judgeNewest(watched, newest, now);
    },
  };
}
