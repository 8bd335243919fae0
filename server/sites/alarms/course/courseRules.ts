/** Loads stateful rules from the database. New or changed rules start with the evaluation of past points. */
import type { Database } from '../../../platform/db/index.ts';
import type { Telemetry } from '../../telemetry/index.ts';
import type { LoadedPointRule } from '../pointWatch.ts';
import type { Change, Rule } from '../types.ts';
import type { Writer } from '../writer.ts';
import { type Course, isCourseSame, makeCourse } from './course.ts';
import { type CourseBook, notifiedKey, type RuleSet, replaceCourses } from './courseBook.ts';
import { type CourseNote, type Noted, readNotes, writeNotes } from './courseProgress.ts';
import { startCourse } from './courseResume.ts';

export interface CourseParts {
  db: Database;
  telemetry: Pick<Telemetry, 'variables'>;
  writer: Writer;
}

/** Returns the start times of the rules' active alarms, in the time of their data, by rule id. */
async function readBegun(db: Database, rules: readonly Rule[]): Promise<Map<number, number>> {
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

async function makeCourses(
  telemetry: CourseParts['telemetry'],
  rules: readonly LoadedPointRule[],
): Promise<Course[]> {
  const made: Course[] = [];
  for (const [tenantId, tenantRules] of Map.groupBy(rules, ({ rule }) => rule.tenantId)) {
    const sns = [...new Set(tenantRules.flatMap(({ rule }) => rule.watches))];
    const known = new Map(
      (await telemetry.variables(tenantId, sns)).map((variable) => [variable.sn, variable]),
    );
    for (const { rule } of tenantRules) {
      const variables = rule.watches.flatMap((sn) => known.get(sn) ?? []);
      made.push(makeCourse(rule, variables));
    }
  }
  return made;
}

/** Sets the end of each change that starts an alarm. */
const pairChanges = (changes: readonly Change[]): Change[] =>
  changes.map((change, no) => {
    const end = changes[no + 1];
    return change.to === 'open' && end ? { ...change, until: end.ts } : change;
  });

/**
 * Returns the changes without alarms that ended before `from`, in epoch milliseconds. These alarms need no
 * notification.
 */
const changesSince = (changes: readonly Change[], from: number): Change[] =>
  changes.filter((change, no) => {
    const end = change.to === 'open' ? changes[no + 1] : change;
    const begun = change.to === 'open' ? change : changes[no - 1];
    return !end || !begun || end.ts >= from;
  });

interface Fresh {
  loaded: LoadedPointRule;
  note: Noted | undefined;
  /** The start of its active alarm, in epoch milliseconds. */
  begun: number | null;
}

interface FreshCourse {
  course: Course;
  changes: Change[];
  note: CourseNote | null;
}

/** Evaluates a new or changed rule with points that arrived after the save, and with current values. */
async function startFresh(
  db: Database,
  { isStart, oldestNotified }: Pick<CourseBook, 'isStart' | 'oldestNotified'>,
  made: Course,
  { loaded: { version, savedAt }, note, begun }: Fresh,
): Promise<FreshCourse> {
  const { rule } = made;
  const before = isStart && note?.version === version ? note : null;
  const { course, changes, last } = await startCourse(db, made, {
    since: begun,
    seen: before?.seen ?? null,
    savedAt,
  });
  const receivedFrom = [...made.measured.values()].map(
    (sn) => oldestNotified.get(notifiedKey(rule.tenantId, sn)) ?? Infinity,
  );
  // Possibly no process evaluated the rule when it was saved. Later points arrived later.
  const from = before ? before.since : Math.min(savedAt, ...receivedFrom);
  return {
    course,
    changes: changesSince(pairChanges(changes), from),
    note: before ? null : { rule, version, since: Math.min(last, from) },
  };
}

/** Replaces the evaluated rules of a tenant, or of all. Rules with an unchanged condition keep their state. */
export async function takeRules(
  { db, telemetry, writer }: CourseParts,
  book: CourseBook,
  { tenantId, rules }: RuleSet,
): Promise<void> {
  await writer.idle();
  const made = await makeCourses(telemetry, rules);
  const loaded = new Map(rules.map((rule) => [rule.rule.id, rule]));
  const noted = await db.system((trx) => readNotes(trx, [...loaded.keys()]));
  const isFresh = (course: Course): boolean => {
    const old = book.courses.get(course.rule.id);
    return !old || !isCourseSame(old, course);
  };
  const [unchanged, fresh] = [made.filter((course) => !isFresh(course)), made.filter(isFresh)];
  const notes = unchanged.flatMap(({ rule }): CourseNote[] => {
    const [{ version }, note] = [loaded.get(rule.id)!, noted.get(rule.id)];
    return note && note.version !== version ? [{ rule, version, since: note.since }] : [];
  });
  const begun = await readBegun(
    db,
    fresh.map(({ rule }) => rule),
  );
  const started: FreshCourse[] = [];
  for (const course of fresh) {
    const { id } = course.rule;
    const start = { loaded: loaded.get(id)!, note: noted.get(id), begun: begun.get(id) ?? null };
    started.push(await startFresh(db, book, course, start));
  }
  await db.system((trx) => writeNotes(trx, [...notes, ...started.flatMap(({ note }) => note ?? [])]));
  // An unchanged course continues with its current state and the new name of its rule.
  const goingOn = unchanged.map(({ rule }) => ({ ...book.courses.get(rule.id)!, rule }));
  for (const { rule } of fresh) book.uncheckpointed.delete(rule.id);
  replaceCourses(book, tenantId, [...goingOn, ...started.map(({ course }) => course)]);
  for (const change of started.flatMap(({ changes }) => changes)) writer.add(change);
  if (tenantId === null) book.isStart = false;
}
