/** In-memory state of the evaluator of stateful rules: one record and the functions that change it. Pure. */
import type { HubEvent } from '../../../platform/events.ts';
import { isRuleDue, stepRule } from '../evaluate.ts';
import type { LoadedPointRule } from '../pointWatch.ts';
import { indexRule, type RuleIndex } from '../ruleIndex.ts';
import type { Rule } from '../types.ts';
import type { Course } from './course.ts';

type RuleId = Rule['id'];

/** New rules that replace the rules of a tenant or of all tenants. */
export interface RuleSet {
  tenantId: number | null;
  rules: readonly LoadedPointRule[];
}

export interface CourseBook {
  courses: Map<RuleId, Course>;
  /** The courses that use a measured variable. */
  coursesByVariable: RuleIndex<RuleId>;
  /** Courses with unread points, and the start times for reading, in epoch milliseconds. */
  readFrom: Map<RuleId, number>;
  /** Rules whose state can change by time alone. */
  waiting: Set<RuleId>;
  /** Rules whose evaluated time in the database is outdated. */
  uncheckpointed: Set<RuleId>;
  /** Monotonic clock (performance.now). */
  checkpointedAt: number;
  pendingRuleSets: RuleSet[];
  /** The earliest announced time per tenant and variable since rules were last loaded. */
  oldestNotified: Map<string, number>;
  /** True until rules are loaded for the first time. */
  isStart: boolean;
  /** The difference between the wall clock and the monotonic clock. */
  clockOffset: number;
}

/** A larger jump means that the clock was set. Smaller differences are drift. */
const CLOCK_JUMP_MS = 500;
/** Interval in ms at which the evaluated time is stored. */
const CHECKPOINT_MS = 60_000;

export const makeBook = (): CourseBook => ({
  courses: new Map(),
  coursesByVariable: new Map(),
  readFrom: new Map(),
  waiting: new Set(),
  uncheckpointed: new Set(),
  checkpointedAt: performance.now(),
  pendingRuleSets: [],
  oldestNotified: new Map(),
  isStart: true,
  clockOffset: Date.now() - performance.now(),
});

export const notifiedKey = (tenantId: number, sn: string): string => `${tenantId} ${sn}`;

/** Adds a new course, or replaces one after a step. */
export function putCourse({ courses, waiting, uncheckpointed }: CourseBook, course: Course): void {
  const { id } = course.rule;
  const before = courses.get(id);
  courses.set(id, course);
  if (course.state.pending) waiting.add(id);
  else waiting.delete(id);
  if (before && before.seen !== course.seen) uncheckpointed.add(id);
}

/**
 * Returns the time in epoch milliseconds. After a change of the wall clock, waiting courses are shifted so
 * that their remaining time does not change.
 */
export function readClock(book: CourseBook): number {
  const by = Date.now() - performance.now() - book.clockOffset;
  if (Math.abs(by) > CLOCK_JUMP_MS) {
    book.clockOffset += by;
    for (const id of book.waiting) {
      const course = book.courses.get(id)!;
      const { state } = stepRule(course.rule, course.state, { type: 'shift', by });
      book.courses.set(id, { ...course, state });
    }
  }
  return Date.now();
}

/** Marks a course whose points must be read. */
export function markUnread({ readFrom }: CourseBook, id: RuleId, since: number): void {
  readFrom.set(id, Math.min(since, readFrom.get(id) ?? Infinity));
}

/** Prepares for new rules. Announcements from now on apply to the new rules. */
export function expectRules({ pendingRuleSets, oldestNotified }: CourseBook): void {
  if (pendingRuleSets.length === 0) oldestNotified.clear();
}

/** Records the variables that must be read after any process has committed points. */
export function handlePoints(
  book: CourseBook,
  { tenantId, points, since = Infinity }: HubEvent & { type: 'points' },
  isExpecting: boolean,
): void {
  const { oldestNotified } = book;
  if (isExpecting || book.pendingRuleSets.length > 0)
    for (const { sn, ts } of points) {
      const key = notifiedKey(tenantId, sn);
      oldestNotified.set(key, Math.min(ts, oldestNotified.get(key) ?? Infinity));
    }
  const bySn = book.coursesByVariable.get(tenantId);
  if (!bySn) return;
  for (const { sn, ts } of points)
    for (const id of bySn.get(sn) ?? []) markUnread(book, id, Math.min(ts, since));
}

/**
 * Marks the waiting courses that are due as unread. A committed point that ends the waiting time may not be
 * announced yet, so the course is read once more.
 */
export function tickBook(book: CourseBook): void {
  const now = readClock(book);
  for (const id of book.waiting) {
    const { rule, state } = book.courses.get(id)!;
    if (isRuleDue(rule, state, now)) markUnread(book, id, -Infinity);
  }
}

export const isCheckpointDue = ({ uncheckpointed, checkpointedAt }: CourseBook): boolean =>
  uncheckpointed.size > 0 && performance.now() - checkpointedAt >= CHECKPOINT_MS;

/** Replaces the courses of a tenant, or of all. All new courses are read, because announcements may be missing. */
export function replaceCourses(book: CourseBook, tenantId: number | null, courses: readonly Course[]): void {
  for (const [id, { rule }] of book.courses) {
    if (tenantId !== null && rule.tenantId !== tenantId) continue;
    book.courses.delete(id);
    book.waiting.delete(id);
    book.readFrom.delete(id);
  }
  for (const course of courses) {
    putCourse(book, course);
    markUnread(book, course.rule.id, -Infinity);
  }
  for (const id of book.uncheckpointed) if (!book.courses.has(id)) book.uncheckpointed.delete(id);
  book.coursesByVariable = new Map();
  for (const { rule, measured } of book.courses.values())
    for (const sn of measured.values()) indexRule(book.coursesByVariable, rule.tenantId, sn, rule.id);
}
