/** Reads announced or possibly missing points, and evaluates the courses that use them. */
import type { Database } from '../../../platform/db/index.ts';
import { timeLatest } from '../../telemetry/intake/payload.ts';
import type { Rule } from '../types.ts';
import type { Writer } from '../writer.ts';
import { type Course, judgeStored } from './course.ts';
import { type CourseBook, markUnread, putCourse, readClock } from './courseBook.ts';
import { pointsSince } from './recentPoints.ts';

/** Maximum number of rules whose points are read in one statement. */
const GROUP = 200;
/** Maximum age in ms of points that may have been stored without an announcement. */
const UNNOTIFIED_WINDOW_MS = 3_600_000;

interface Unread {
  id: Rule['id'];
  tenantId: number;
  since: number;
}

/**
 * Returns the time from which a variable's points are read, in epoch milliseconds. Without a known point, the
 * result covers all points that may not have been announced.
 */
function lowerOf({ seen }: Course, variableId: number, since: number): number {
  const lower = Math.max(seen.get(variableId) ?? -Infinity, since - UNNOTIFIED_WINDOW_MS);
  return Number.isFinite(lower) ? lower : 0;
}

function groupUnread({ readFrom, courses }: CourseBook): Unread[][] {
  const all = [...readFrom].flatMap(([id, since]) => {
    const course = courses.get(id);
    return course ? [{ id, tenantId: course.rule.tenantId, since }] : [];
  });
  return [...Map.groupBy(all, ({ tenantId }) => tenantId).values()].flatMap((tenantRules) =>
    Array.from({ length: Math.ceil(tenantRules.length / GROUP) }, (_, no) =>
      tenantRules.slice(no * GROUP, (no + 1) * GROUP),
    ),
  );
}

async function catchGroupUp(
  { db, writer }: { db: Database; writer: Writer },
  book: CourseBook,
  group: readonly Unread[],
): Promise<void> {
  const { courses } = book;
  const lowers = new Map<number, number>();
  for (const { id, since } of group) {
    const course = courses.get(id)!;
    for (const variable of course.measured.keys())
      lowers.set(variable, Math.min(lowers.get(variable) ?? Infinity, lowerOf(course, variable, since)));
  }
  const tenantId = group[0]?.tenantId ?? 0;
  const rows = await db.system((trx) => pointsSince(trx, tenantId, lowers, timeLatest(Date.now())));
  const byId = Map.groupBy(rows, (row) => row.id);
  for (const { id, since } of group) {
    const now = readClock(book);
    const before = courses.get(id)!;
    const step = judgeStored(before, byId, (variable) => lowerOf(before, variable, since), now);
    putCourse(book, step.course);
    for (const change of step.changes) writer.add(change);
  }
}

/** Evaluates all unread points. After a failure they are marked as unread again. */
export async function catchUp(parts: { db: Database; writer: Writer }, book: CourseBook): Promise<void> {
  const groups = groupUnread(book);
  book.readFrom = new Map();
  for (const [no, group] of groups.entries()) {
    try {
      await catchGroupUp(parts, book, group);
    } catch (error) {
      for (const { id, since } of groups.slice(no).flat()) markUnread(book, id, since);
      throw error;
    }
  }
}
