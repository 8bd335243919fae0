/**
 * The rules that remember (a delay, hysteresis, an hour of the day, earlier values, those of other variables): one process
 * judges them for all, from what the database holds. What it is told only says which variables to look at: points that
 * others took in come thinned, late, and in another order.
 */
import type { Database } from '../../platform/db/index.ts';
import type { HubEvent } from '../../platform/events.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log.ts';
import { wait } from '../../platform/timers/wait.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { timeLatest } from '../telemetry/payload.ts';
import { type Course, changesKept, changesPaired, coursePoints, isCourseSame, makeCourse } from './course.ts';
import { type CourseNote, notesSeen, readNotes, writeNotes } from './courseNotes.ts';
import { startCourse } from './courseStart.ts';
import { isRuleDue, replayPoint, type Step, tickRule } from './evaluate.ts';
import type { LoadedPointRule } from './pointWatch.ts';
import { pointsSince } from './recentPoints.ts';
import type { Change, Rule } from './types.ts';
import { createWriter } from './writer.ts';

export interface CourseWatch {
  /** The rules are about to be read again: what is heard from now on counts for the new ones. */
  expect(): void;
  /** Points that were committed, here or elsewhere. */
  hear(event: HubEvent & { type: 'points' }, isExpecting: boolean): void;
  /** Ends what has waited long enough. */
  tick(): void;
  /** Judges these rules of a tenant, or of all, instead of those before. */
  take(tenantId: number | null, rules: readonly LoadedPointRule[]): void;
  /** Resolves when everything heard so far is judged and stored. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  db: Database;
  log: Logger;
  hub: Hub;
  telemetry: Pick<Telemetry, 'variables'>;
}

const RETRY_MS = 1_000;
/** So often it is noted how far everything is judged. */
const NOTE_MS = 60_000;
/** Rules whose points are read in one statement. */
const GROUP = 200;
/** A jump larger than this means that the clock was set, not that it drifted. */
const CLOCK_JUMP_MS = 500;
/** Points may exist this far back that we were not notified of. */
const UNNOTIFIED_WINDOW_MS = 3_600_000;
type Row = Awaited<ReturnType<typeof pointsSince>>[number];

export function createCourseWatch({ db, log, hub, telemetry }: Parts): CourseWatch {
  const writer = createWriter({ db, log, hub });
  const stop = new AbortController();
  const courses = new Map<Rule['id'], Course>();
  /** By tenant, then by measured variable. */
  let heard = new Map<number, Map<string, Course[]>>();
  /** Of which there is something to read: from when on. */
  let behind = new Map<Course, number>();
  /** Those that time alone may change. */
  const waiting = new Set<Course>();
  /** Judged further than was noted. */
  let unnoted = new Set<Course>();
  let notedAt = performance.now();
  const takes: { tenantId: number | null; rules: readonly LoadedPointRule[] }[] = [];
  /** The oldest time that was heard of a variable since rules are read again, by tenant and variable. */
  const told = new Map<string, number>();
  let running: Promise<void> | null = null;
  let isStart = true;
  /** How far the clock is from one that nobody sets. */
  let clock = Date.now() - performance.now();

  /** The time. Whoever sets the clock makes nothing wait longer or shorter. */
  function readClock(): number {
    const step = Date.now() - performance.now() - clock;
    if (Math.abs(step) > CLOCK_JUMP_MS) {
      clock += step;
      for (const { state } of waiting) if (state.pending) state.pending.due += step;
    }
    return Date.now();
  }

  function takeStep(course: Course, { state, change }: Step): void {
    course.state = state;
    if (state.pending) waiting.add(course);
    else waiting.delete(course);
    if (change) writer.add(change);
  }

  const noteBehind = (course: Course, since: number): void => {
    behind.set(course, Math.min(since, behind.get(course) ?? Infinity));
  };

  /** Since when the alarms of these rules are up by what they were raised from, by the number of the rule. */
  async function readBegun(rules: readonly Rule[]): Promise<Map<number, number>> {
    if (rules.length === 0) return new Map();
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const rows = await db.system((trx) =>
      trx
        .selectFrom('alarm')
        .select(['generaterId', 'source', 'reportTime'])
        .where('recoverTime', 'is', null)
        .where('generaterId', 'in', [...byId.keys()])
        .execute(),
    );
    return new Map(
      rows.flatMap(({ generaterId, source, reportTime }) => {
        const rule = byId.get(generaterId);
        if (rule?.variableSn !== source) return [];
        return [[generaterId, Date.parse(reportTime) - (rule.hours ? 0 : rule.delayMs)] as const];
      }),
    );
  }

  async function makeCourses(rules: readonly LoadedPointRule[]): Promise<Course[]> {
    const made: Course[] = [];
    for (const [tenantId, own] of Map.groupBy(rules, ({ rule }) => rule.tenantId)) {
      const sns = [...new Set(own.flatMap(({ rule }) => rule.watches))];
      const known = new Map((await telemetry.variables(tenantId, sns)).map((one) => [one.sn, one]));
      for (const { rule } of own)
        made.push(
          makeCourse(
            rule,
            rule.watches.flatMap((sn) => known.get(sn) ?? []),
          ),
        );
    }
    return made;
  }

  function dropCourse(course: Course): void {
    courses.delete(course.rule.id);
    waiting.delete(course);
    behind.delete(course);
  }

  function heardIndex(): void {
    heard = new Map();
    for (const course of courses.values()) {
      const bySn = heard.get(course.rule.tenantId) ?? new Map<string, Course[]>();
      heard.set(course.rule.tenantId, bySn);
      for (const sn of course.measured.values()) bySn.set(sn, [...(bySn.get(sn) ?? []), course]);
    }
  }

  async function takeRules({ tenantId, rules }: (typeof takes)[number]): Promise<void> {
    await writer.idle();
    const made = await makeCourses(rules);
    const loaded = new Map(rules.map((one) => [one.rule.id, one]));
    const noted = await db.system((trx) => readNotes(trx, [...loaded.keys()]));
    const fresh = made.filter((course) => {
      const old = courses.get(course.rule.id);
      return !old || !isCourseSame(old, course);
    });
    const isFresh = new Set(fresh);
    const notes: CourseNote[] = [];
    for (const course of made) {
      const { rule } = course;
      const { version } = loaded.get(rule.id)!;
      const note = noted.get(rule.id);
      if (note && note.version !== version && !isFresh.has(course))
        notes.push({ rule, version, since: note.since });
    }
    const begun = await readBegun(fresh.map(({ rule }) => rule));
    const changes: Change[] = [];
    for (const course of fresh) {
      const { rule } = course;
      const { version, savedAt } = loaded.get(rule.id)!;
      const note = noted.get(rule.id);
      // A rule that is new or changed is held against what came since it was saved, and against what still holds.
      const before = isStart && note?.version === version ? note : null;
      const found = await startCourse(db, course, {
        since: begun.get(rule.id) ?? null,
        seen: before?.seen ?? null,
        savedAt,
      });
      const heardFrom = [...course.measured.values()].map(
        (sn) => told.get(`${rule.tenantId} ${sn}`) ?? Infinity,
      );
      // Nobody may have judged when it was saved: what was measured later came in later.
      const from = before ? before.since : Math.min(savedAt, ...heardFrom);
      changes.push(...changesKept(changesPaired(found.changes), from));
      if (!before) notes.push({ rule, version, since: Math.min(found.last, from) });
    }
    await db.system((trx) => writeNotes(trx, notes));
    const before = new Map(courses);
    for (const course of before.values())
      if (tenantId === null || course.rule.tenantId === tenantId) dropCourse(course);
    for (const course of made) {
      const kept = isFresh.has(course) ? course : before.get(course.rule.id);
      if (!kept) continue;
      kept.rule = course.rule;
      courses.set(kept.rule.id, kept);
      if (kept.state.pending) waiting.add(kept);
      // What was told meanwhile, or not told at all.
      noteBehind(kept, -Infinity);
    }
    heardIndex();
    for (const change of changes) writer.add(change);
    if (tenantId === null) isStart = false;
  }

  /** From when on the points of a variable are read: of one that had none, all that nobody told us of. */
  function lowerOf({ seen }: Course, id: number, since: number): number {
    const lower = Math.max(seen.get(id) ?? -Infinity, since - UNNOTIFIED_WINDOW_MS);
    return Number.isFinite(lower) ? lower : 0;
  }

  function judgeCourse(course: Course, byId: ReadonlyMap<number, readonly Row[]>, since: number): void {
    const points = [...course.measured].flatMap(([id, sn]) => {
      const lower = lowerOf(course, id, since);
      const own = (byId.get(id) ?? []).filter(({ ts }) => ts >= lower);
      const newest = own.at(-1);
      if (newest) {
        course.seen.set(id, newest.ts);
        unnoted.add(course);
      }
      return own.map(({ ts, value }) => ({ sn, ts, value }));
    });
    const now = readClock();
    for (const point of coursePoints(
      course,
      points.sort((a, b) => a.ts - b.ts),
    ))
      for (const step of replayPoint(course.rule, course.state, point, now)) takeStep(course, step);
    takeStep(course, tickRule(course.rule, course.state, now));
  }

  async function catchGroupUp(group: readonly (readonly [Course, number])[]): Promise<void> {
    const lowers = new Map<number, number>();
    for (const [course, since] of group)
      for (const id of course.measured.keys())
        lowers.set(id, Math.min(lowers.get(id) ?? Infinity, lowerOf(course, id, since)));
    const tenantId = group[0]?.[0].rule.tenantId ?? 0;
    const rows = await db.system((trx) => pointsSince(trx, tenantId, lowers, timeLatest(Date.now())));
    const byId = Map.groupBy(rows, ({ id }) => id);
    for (const [course, since] of group) judgeCourse(course, byId, since);
  }

  async function catchUp(): Promise<void> {
    const all = [...behind];
    behind = new Map();
    const groups = [...Map.groupBy(all, ([{ rule }]) => rule.tenantId).values()].flatMap((own) =>
      Array.from({ length: Math.ceil(own.length / GROUP) }, (_, no) =>
        own.slice(no * GROUP, (no + 1) * GROUP),
      ),
    );
    while (groups.length > 0) {
      try {
        await catchGroupUp(groups[0]!);
      } catch (error) {
        for (const [course, since] of groups.flat()) noteBehind(course, since);
        throw error;
      }
      groups.shift();
    }
  }

  const isNoteDue = (): boolean => unnoted.size > 0 && performance.now() - notedAt >= NOTE_MS;

  /** How far each is judged, once what follows from that is stored. */
  async function noteSeen(): Promise<void> {
    const judged = [...unnoted].filter((course) => courses.get(course.rule.id) === course);
    const seen = new Map(judged.map((course) => [course.rule, Math.max(...course.seen.values())]));
    await writer.idle();
    await db.system((trx) => notesSeen(trx, seen));
    unnoted = new Set();
    notedAt = performance.now();
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted && (takes.length + behind.size > 0 || isNoteDue())) {
      try {
        if (takes[0]) {
          await takeRules(takes[0]);
          takes.shift();
        } else if (behind.size > 0) await catchUp();
        if (isNoteDue()) await noteSeen();
      } catch (error) {
        log.warn('points could not be judged, trying again', { error: String(error) });
        await wait(RETRY_MS, stop.signal);
      }
    }
    running = null;
  }

  const start = (): void => {
    running ??= run();
  };

  return {
    expect() {
      if (takes.length === 0) told.clear();
    },
    hear({ tenantId, points, since = Infinity }, isExpecting) {
      if (isExpecting || takes.length > 0)
        for (const { sn, ts } of points) {
          const key = `${tenantId} ${sn}`;
          told.set(key, Math.min(ts, told.get(key) ?? Infinity));
        }
      const bySn = heard.get(tenantId);
      if (!bySn) return;
      for (const { sn, ts } of points)
        for (const course of bySn.get(sn) ?? []) noteBehind(course, Math.min(ts, since));
      if (behind.size > 0) start();
    },
    tick() {
      const now = readClock();
      // A point that ends the waiting may be committed, and not told yet.
      for (const course of waiting)
        if (isRuleDue(course.rule, course.state, now)) noteBehind(course, -Infinity);
      if (behind.size > 0 || isNoteDue()) start();
    },
    take(tenantId, rules) {
      takes.push({ tenantId, rules });
      start();
    },
    async idle() {
      while (running) await running;
      await writer.idle();
    },
    async close() {
      stop.abort();
      while (running) await running;
      await writer.close();
    },
  };
}
