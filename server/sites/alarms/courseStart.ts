/** The state of a rule that remembers, from what was measured lately: as if it had come in when it was measured. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type Course, coursePoints } from './course.ts';
import {
  type PointRule,
  type RuleState,
  replayPoint,
  rulePoint,
  type Step,
  startState,
  stateMade,
} from './evaluate.ts';
import { allPoints, LATEST_JUDGED_MS } from './recentPoints.ts';
import { readSeedValues, type SeededCalculation } from './seedValues.ts';
import type { Change, Point, PointValue } from './types.ts';

const HOUR_MS = 3_600_000;
const LONGEST_MS = 48 * HOUR_MS;
/** So much may have come in and been judged by nobody when a process died amid a backlog. */
const LONGEST_UNJUDGED_MS = 31 * 24 * HOUR_MS;
/** So much of the past is carried here at a time; where there is none, more. */
const CHUNK_MS = 2 * HOUR_MS;
const LONGEST_CHUNK_MS = 24 * HOUR_MS;

/** So much of the past makes the state of a rule: twice its delays and its window, and an hour for what reports seldom. */
export function pastSpan({ delayMs, clearMs, condition }: PointRule): number {
  const window = condition.kind === 'rate' ? condition.windowMs : 0;
  return Math.min(2 * (delayMs + clearMs + window) + HOUR_MS, LONGEST_MS);
}

/**
 * From when on the state of a rule is made: so much before the newest value, or before that up to which everything is
 * stored (a backlog comes in faster than time passes).
 */
const pastFrom = (rule: PointRule, last: number, seen: number | null): number =>
  seen === null
    ? last - pastSpan(rule)
    : Math.max(Math.min(last, seen) - pastSpan(rule), last - LONGEST_UNJUDGED_MS);

/** Returns what was seen of earlier values, and nothing that follows from them. */
const stateRemembered = ({ memory, lastTs, lastValue }: RuleState, up: boolean): RuleState => ({
  ...startState(up),
  memory,
  lastTs,
  lastValue,
});

interface Last extends Point {
  id: number;
  /** How long after its time it came in, in milliseconds. */
  lag: number;
}

export interface Started {
  changes: Change[];
  /** Time of the newest value, epoch milliseconds; 0: there is none. */
  last: number;
}

/** The newest values of the measured variables, and the time, by the clock of the database. */
async function readLatest(trx: Trx, { rule, measured }: Course): Promise<{ latest: Last[]; now: number }> {
  const { rows } = await sql<{
    id: number | null;
    ts: number;
    value: PointValue;
    text: string | null;
    lag: number;
    now: number;
  }>`
    select l.variable_id as id, (extract(epoch from l.ts) * 1000)::float8 as ts, l.value, l.text,
        (extract(epoch from l.received_at - l.ts) * 1000)::float8 as lag,
        (extract(epoch from now()) * 1000)::float8 as now
      from (select) as one left join latest l
        on l.tenant_id = ${rule.tenantId} and l.variable_id = any(${[...measured.keys()]}::int4[])`.execute(
    trx,
  );
  const latest = rows.flatMap(({ id, ts, value, text, lag }) =>
    id === null ? [] : [{ id, sn: measured.get(id) ?? '', ts, value: value ?? text, lag }],
  );
  return { latest, now: rows[0]?.now ?? Date.now() };
}

/** Follows the calculated variables from a moment on. */
function followCalculated(course: Course, calculated: readonly SeededCalculation[], from: number): void {
  course.calculated = calculated.map(({ variable, follower, last }) => ({
    ...{ variable, follower, at: last?.ts ?? from },
    inputs: new Set(variable.calculation.inputs.map(({ sn }) => sn)),
  }));
}

/** Judges what was measured lately. Of an alarm that is up since `since`, what lies before is only remembered. */
function makeReplay(course: Course, since: number | null) {
  const { rule } = course;
  const changes: Change[] = [];
  let newest: Point | null = null;
  const take = ({ state, change }: Step): void => {
    course.state = state;
    if (change) changes.push(change);
  };
  return {
    changes,
    /** What lies before `begin` is only remembered. */
    judge(points: readonly Point[], begin = since ?? -Infinity): void {
      for (const point of points) {
        newest = point;
        if (point.ts >= begin) for (const step of replayPoint(rule, course.state, point)) take(step);
        else
          course.state = stateRemembered(
            rulePoint(rule, course.state, point, point.ts).state,
            since !== null,
          );
      }
    },
    /** An alarm that a clock raised may be newer than the value that ends it. */
    end(): void {
      if (newest && since !== null && newest.ts < since)
        take(rulePoint(rule, course.state, newest, newest.ts));
    },
  };
}

/**
 * Judges the points of the last time anew and answers what follows from them. What lies before an alarm that is up
 * (`since`; null: none is) was judged when the alarm was raised. `seen`: others judged it before us, as it came in, and
 * everything up to that time is stored; null: nobody did. `savedAt`: when the rule was saved, epoch milliseconds.
 */
export async function startCourse(
  db: Database,
  course: Course,
  { since, seen, savedAt }: { since: number | null; seen: number | null; savedAt: number },
): Promise<Started> {
  const { rule, measured } = course;
  const { latest, now } = await db.system((trx) => readLatest(trx, course));
  const last = latest.reduce((newest, { ts }) => Math.max(newest, ts), 0);
  const from = pastFrom(rule, Math.min(now, last), seen);
  course.state = startState(since !== null);
  course.seen = new Map(latest.map(({ id, ts }) => [id, ts]));
  const carried = await readSeedValues(db, (work) => db.system(work), course.variables, from);
  followCalculated(course, carried.calculated, from);
  if (latest.length === 0) return { changes: [], last };
  const { changes, judge, end } = makeReplay(course, since);
  judge(carried.points, since ?? now - LATEST_JUDGED_MS);
  const variables = [...measured].map(([id, sn]) => ({ id, sn }));
  for (let at = from, span = CHUNK_MS; at <= last; ) {
    const window = { from: at, to: Math.min(at + span, last + 1) };
    const points = await db.system((trx) => allPoints(trx, rule.tenantId, variables, window));
    judge(coursePoints(course, points));
    at = window.to;
    span = points.length > 0 ? CHUNK_MS : Math.min(2 * span, LONGEST_CHUNK_MS);
  }
  end();
  // What nobody had judged before may be an import, and is history; a backlog that others had begun goes on.
  if (seen === null && since === null && now - last >= LATEST_JUDGED_MS) {
    course.state = stateRemembered(course.state, false);
    return { changes: [], last };
  }
  const lag = seen !== null ? (latest.find(({ ts }) => ts === last)?.lag ?? 0) : 0;
  course.state = stateMade(rule, course.state, savedAt);
  const { pending } = course.state;
  if (pending) course.state = { ...course.state, pending: { ...pending, due: pending.due + lag } };
  return { changes, last };
}
