/** Reads points that were announced or may exist, and judges the courses that use them. */
import type { Database } from '../../../platform/db/index.ts';
import { timeLatest } from '../../telemetry/intake/payload.ts';
import type { Rule } from '../types.ts';
import type { Writer } from '../writer.ts';
import { type Course, judgeStored } from './course.ts';
import { type CourseBook, markUnread, putCourse, readClock } from './courseBook.ts';
import { pointsSince } from './recentPoints.ts';

/** Number of rules whose points are read in one statement. */
const GROUP = 200;
/** Points without a notification may exist this far back. */
const UNNOTIFIED_WINDOW_MS = 3_600_000;

interface Unread {
  id: Rule['id'];
  tenantId: number;
  since: number;
}

/**
 * Returns the time from which a variable's points are read. Without a known point these are all points that arrived
 * without a notification.
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

/** Judges everything that is unread now. After a failure it is unread again. */
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
