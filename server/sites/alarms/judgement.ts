/**
 * Evaluates committed points. Every evaluating process evaluates stateless rules, which need a single value, when a
 * point is published. One process evaluates stateful rules for all. After a start, and after any change of a rule,
 * recent points and latest values are evaluated again. A violation that continues is therefore found even
 * after a crash between a commit and its evaluation.
 */
import type { Database } from '../../platform/db/index.ts';
import type { HubEvent } from '../../platform/events.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import type { Logger } from '../../platform/log.ts';
import { every } from '../../platform/timers/every.ts';
import { aborted } from '../../platform/timers/wait.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { type CourseWatch, createCourseWatch } from './course/courseJudge.ts';
import { createPointWatch, type LoadedPointRule } from './pointWatch.ts';
import { createRuleReload } from './ruleReload.ts';
import { type LoadedRule, loadRules } from './rules.ts';
import { closeAlarmsOrphans } from './store.ts';
import { createWriter, notifyAlarms } from './writer.ts';

/** Interval in ms for completing changes of alarms whose waiting time is over. */
const TICK_MS = 1_000;

export interface Judgement {
  hear(event: HubEvent): void;
  /** Reloads the rules of all tenants. */
  reloadAll(): void;
  /** Evaluates stateful rules until the signal aborts. Another process may then take over. */
  follow(signal: AbortSignal): Promise<void>;
  /** Resolves when all rules are up to date and all changes so far are stored. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface JudgementParts {
  db: Database;
  log: Logger;
  hub: Hub;
  telemetry: Pick<Telemetry, 'variables'>;
}

type PointsEvent = HubEvent & { type: 'points' };

const RULE_ENTITIES: ReadonlySet<string> = new Set(['alarmGenerater', 'deviceVariable', 'device', 'station']);

/**
 * Returns whether an event can change the rules or their watched variables. A new variable, device or station
 * has no rules yet.
 */
const touchesRules = (event: HubEvent & { type: 'entity' }): boolean =>
  RULE_ENTITIES.has(event.entity) && (event.entity === 'alarmGenerater' || event.do !== 'create');

const isPointRule = (loaded: LoadedRule): loaded is LoadedPointRule =>
  loaded.rule.condition.kind !== 'noData';

export function createJudgement(parts: JudgementParts): Judgement {
  const { db, log, hub } = parts;
  const writer = createWriter({ db, log, hub });
  const watch = createPointWatch({ db, writer });
  /** Set while this process evaluates the stateful rules. */
  let course: CourseWatch | null = null;
  /** Queued points. Points are queued while any rules are stale. */
  let waiting: PointsEvent[] = [];

  /** Evaluates the queued points of one tenant or of all. */
  function judgeWaiting(tenantId: number | null): void {
    const isOwn = (event: PointsEvent): boolean => tenantId === null || event.tenantId === tenantId;
    const ownEvents = waiting.filter(isOwn);
    waiting = waiting.filter((event) => !isOwn(event));
    for (const event of ownEvents) watch.judge(event.tenantId, event.points);
  }

  async function reload(tenantId: number | null): Promise<void> {
    await writer.idle();
    const { rules, orphans } = await db.system(async (trx) => {
      const loaded = await loadRules(trx, tenantId);
      return { rules: loaded, orphans: await closeAlarmsOrphans(trx, tenantId, loaded) };
    });
    notifyAlarms(hub, orphans);
    const pointRules = rules.filter(isPointRule);
    course?.take(
      tenantId,
      pointRules.filter(({ rule }) => !rule.passing),
    );
    const passing = pointRules.filter(({ rule }) => rule.passing);
    await watch.take(tenantId, passing, () => judgeWaiting(tenantId));
  }

  const reloads = createRuleReload({
    log,
    onStart: () => course?.expect(),
    reload,
    onEnd: () => judgeWaiting(null),
  });

  return {
    hear(event) {
      if (event.type === 'resync') reloads.invalidate(null);
      else if (event.type === 'entity') {
        if (touchesRules(event)) reloads.invalidate(event.tenantId);
      } else if (event.type === 'points') {
        course?.hear(event, reloads.isRunning());
        if (reloads.isRunning()) waiting.push(event);
        else watch.judge(event.tenantId, event.points);
      }
    },
    reloadAll: () => reloads.invalidate(null),
    async follow(signal) {
      const watch = createCourseWatch(parts);
      course = watch;
      const ticking = every(log, 'alarm judgement', TICK_MS, async () => watch.tick(), { later: true });
      reloads.invalidate(null);
      await aborted(signal);
      course = null;
      await ticking.close();
      await watch.close();
    },
    async settled() {
      await reloads.settled();
      await writer.idle();
      await course?.idle();
    },
    async close() {
      // The writer is closed first, because a reload may wait for the writer, which may wait for the database.
      await Promise.all([reloads.close(), writer.close()]);
      await writer.close();
    },
  };
}
