/** Evaluates recent points of a stateful rule again after a restart. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { type PointRule, startState, stepRule } from '../evaluate.ts';
import { judgePoints } from '../judgePoints.ts';
import type { Change, Point, PointValue } from '../types.ts';
import type { Course } from './course.ts';
import { pastSpan, readPast } from './pastPoints.ts';
import { LATEST_JUDGED_MS } from './recentPoints.ts';

const HOUR_MS = 3_600_000;
/** The longest stored backlog that may not have been evaluated before a crash. */
const LONGEST_UNJUDGED_MS = 31 * 24 * HOUR_MS;
const CHUNK_MS = 2 * HOUR_MS;

/**
 * Returns the time in epoch milliseconds from which a rule's state is rebuilt: a span before the newest
 * value, or before the end of the evaluated time. The latter applies to a backlog, which arrives faster than
 * time passes.
 */
const pastFrom = (rule: PointRule, last: number, seen: number | null): number =>
  seen === null
    ? last - pastSpan(rule)
    : Math.max(Math.min(last, seen) - pastSpan(rule), last - LONGEST_UNJUDGED_MS);

interface Last extends Point {
  id: number;
  /** Milliseconds between the measurement and the arrival. */
  lag: number;
}

/** Reads the newest values of the measured variables, and the time of the database. */
async function readLatest(
  trx: Trx,
  { rule, measured }: Pick<Course, 'rule' | 'measured'>,
): Promise<{ latest: Last[]; now: number }> {
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

/** The state from which a rule is resumed. Times are epoch milliseconds. */
export interface Resumption {
  /** The start of the active alarm. Earlier points were evaluated before it was raised. Null without an alarm. */
  since: number | null;
  /** The time up to which another process evaluated the rule live. Null if no process did. */
  seen: number | null;
  savedAt: number;
}

export interface Started {
  course: Course;
  changes: Change[];
  /** Time of the newest value, in epoch milliseconds. 0 if there is none. */
  last: number;
}

interface Judged extends Pick<Started, 'course' | 'changes'> {
  newest: Point | null;
}

/** Evaluates the stored points of an alarm, up to the newest one. */
async function judgePast(
  db: Database,
  start: Course,
  window: { from: number; last: number },
  begins: { ofSeeds: number; ofPoints: number },
): Promise<Judged> {
  const source = { db, read: <T>(work: (trx: Trx) => Promise<T>) => db.system(work) };
  const { from, last } = window;
  let judged: Judged = { course: start, changes: [], newest: null };
  let begin = begins.ofSeeds;
  for await (const part of readPast(source, start, { from, to: last + 1, chunkMs: CHUNK_MS })) {
    const { state, changes } = judgePoints(start.rule, judged.course.state, part.points, { begin });
    judged = {
      course: { ...judged.course, state, calculations: part.calculations },
      changes: [...judged.changes, ...changes],
      newest: part.points.at(-1) ?? judged.newest,
    };
    begin = begins.ofPoints;
  }
  return judged;
}

/** Evaluates the points of the last period again. Returns the resulting changes. */
export async function startCourse(
  db: Database,
  fresh: Course,
  { since, seen, savedAt }: Resumption,
): Promise<Started> {
  const { rule } = fresh;
  const { latest, now } = await db.system((trx) => readLatest(trx, fresh));
  const last = latest.reduce((newest, { ts }) => Math.max(newest, ts), 0);
  const from = pastFrom(rule, Math.min(now, last), seen);
  // Points that no process evaluated may come from an import, so they count as history. A backlog that another process
  // started to evaluate is continued.
  const isHistory = seen === null && since === null && now - last >= LATEST_JUDGED_MS;
  const start: Course = {
    ...fresh,
    state: startState(since !== null),
    seen: new Map(latest.map(({ id, ts }) => [id, ts])),
  };
  const { course, changes, newest } = await judgePast(
    db,
    start,
    { from, last: latest.length === 0 ? -Infinity : last },
    {
      ofSeeds: isHistory ? Infinity : (since ?? now - LATEST_JUDGED_MS),
      ofPoints: isHistory ? Infinity : (since ?? -Infinity),
    },
  );
  const lag = seen !== null ? (latest.find(({ ts }) => ts === last)?.lag ?? 0) : 0;
  // An alarm raised by the clock may start later than the value that ends it.
  const isEndOlder = newest !== null && since !== null && newest.ts < since;
  const ended = judgePoints(rule, course.state, isEndOlder ? [newest] : []);
  const saved = stepRule(rule, ended.state, { type: 'saved', at: savedAt });
  const { state } = stepRule(rule, saved.state, { type: 'shift', by: lag });
  return { course: { ...course, state }, changes: [...changes, ...ended.changes], last };
}
