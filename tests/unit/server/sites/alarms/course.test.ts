import { describe, expect, it } from 'vitest';
import { isFormulaProblem, parseFormula } from '../../../../../runtime/core/formula/index.ts';
import { isCourseSame, judgeStored, makeCourse } from '../../../../../server/sites/alarms/course/course.ts';
import {
  handlePoints,
  isCheckpointDue,
  makeBook,
  putCourse,
  replaceCourses,
  tickBook,
} from '../../../../../server/sites/alarms/course/courseBook.ts';
import type { PointRule } from '../../../../../server/sites/alarms/evaluate.ts';
import type { Calculated, TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';
import { HOT, ruleWith } from '../../../../support/alarms/alarmRule.ts';

const MINUTE = 60_000;

const ruleOf = (id: number, variableSn: string, more: Partial<PointRule> = {}): PointRule =>
  ruleWith(HOT, { id, variableSn, watches: [variableSn], delayMs: 10 * MINUTE, passing: false, ...more });

const measured = (id: number, sn: string) => ({ id, sn, offlineAfter: 300 }) as TelemetryVariable;

function calculated(id: number, sn: string, text: string, inputs: readonly TelemetryVariable[]) {
  const formula = parseFormula(text);
  if (isFormulaProblem(formula)) throw new Error(formula.problem.en);
  return { ...measured(id, sn), calculation: { formula, basis: 'point', inputs } } as Calculated;
}

const stored = (id: number, ...points: [minute: number, value: number][]) =>
  new Map([[id, points.map(([minute, value]) => ({ id, ts: minute * MINUTE, value }))]]);

describe('the course of a rule', () => {
  const start = makeCourse(ruleOf(1, 'a'), [measured(7, 'a')]);

  it('continues from its last point, and is not changed itself', () => {
    const first = judgeStored(start, stored(7, [0, 60], [5, 60]), () => 0, 5 * MINUTE);
    expect(first.changes).toEqual([]);
    expect([...first.course.seen]).toEqual([[7, 5 * MINUTE]]);
    expect(start.seen.size).toBe(0);
    expect(start.state.pending).toBeNull();
    const second = judgeStored(first.course, stored(7, [5, 60], [11, 40]), () => 6 * MINUTE, 11 * MINUTE);
    expect(second.changes.map(({ to, ts }) => [to, ts / MINUTE])).toEqual([
      ['open', 10],
      ['recover', 11],
    ]);
    // If no value arrives, the delay ends by time alone.
    const idle = judgeStored(first.course, new Map(), () => 0, 15 * MINUTE);
    expect(idle.changes.map(({ to, ts }) => [to, ts / MINUTE])).toEqual([['open', 10]]);
    expect(idle.course.seen).toBe(first.course.seen);
  });

  it('follows calculated variables from one reading to the next', () => {
    const inputs = [measured(7, 'a'), measured(8, 'b')];
    const sum = calculated(9, 'sum', '[a] + [b]', inputs);
    const course = {
      ...makeCourse(ruleOf(1, 'sum', { delayMs: 0 }), [sum]),
      calculations: [{ variable: sum, last: new Map(), at: 0 }],
    };
    expect([...course.measured]).toEqual([
      [7, 'a'],
      [8, 'b'],
    ]);
    const first = judgeStored(course, stored(7, [0, 30]), () => 0, 0);
    expect(first.changes).toEqual([]);
    const second = judgeStored(first.course, stored(8, [1, 25]), () => 0, MINUTE);
    expect(second.changes).toMatchObject([{ to: 'open', ts: MINUTE, value: 55 }]);
    // The first course still contains only one input.
    expect(first.course.calculations[0]?.last.has('b')).toBe(false);
  });

  it('is a new one when its rule or a formula changes', () => {
    expect(isCourseSame(start, makeCourse(ruleOf(1, 'a', { name: 'Other' }), [measured(7, 'a')]))).toBe(true);
    expect(isCourseSame(start, makeCourse(ruleOf(1, 'a', { delayMs: 1 }), [measured(7, 'a')]))).toBe(false);
    const sum = (text: string) => makeCourse(ruleOf(1, 's'), [calculated(9, 's', text, [measured(7, 'a')])]);
    expect(isCourseSame(sum('[a] + 1'), sum('[a] + 1'))).toBe(true);
    expect(isCourseSame(sum('[a] + 1'), sum('[a] + 2'))).toBe(false);
  });
});

describe('the book of courses', () => {
  const filled = () => {
    const book = makeBook();
    replaceCourses(book, null, [
      makeCourse(ruleOf(1, 'a'), [measured(7, 'a')]),
      makeCourse(ruleOf(2, 'b', { tenantId: 3 }), [measured(8, 'b')]),
    ]);
    return book;
  };
  const points = (tenantId: number, sn: string, ts: number, since = Infinity) => ({
    ...{ type: 'points' as const, tenantId, since },
    points: [{ sn, ts, value: 1 }],
  });

  it('reads all at first, then the notified ones, from the oldest time', () => {
    const book = filled();
    expect([...book.readFrom]).toEqual([
      [1, -Infinity],
      [2, -Infinity],
    ]);
    book.readFrom.clear();
    handlePoints(book, points(2, 'a', 50), false);
    handlePoints(book, points(2, 'a', 70, 40), false);
    handlePoints(book, points(2, 'b', 10), false);
    expect([...book.readFrom]).toEqual([[1, 40]]);
    expect(book.oldestNotified.size).toBe(0);
    handlePoints(book, points(2, 'z', 30), true);
    expect([...book.oldestNotified]).toEqual([['2 z', 30]]);
  });

  it('replaces the rules of one tenant and keeps those of others', () => {
    const book = filled();
    replaceCourses(book, 2, []);
    expect([...book.courses.keys()]).toEqual([2]);
    expect([...book.readFrom.keys()]).toEqual([2]);
    expect(book.coursesByVariable.get(2)).toBeUndefined();
  });

  it('reads one again whose delay the clock may have ended, and records how far it was read', () => {
    const book = filled();
    book.readFrom.clear();
    const step = judgeStored(book.courses.get(1)!, stored(7, [0, 60]), () => 0, Date.now() - 11 * MINUTE);
    putCourse(book, step.course);
    tickBook(book);
    expect([...book.readFrom]).toEqual([[1, -Infinity]]);
    expect([...book.uncheckpointed]).toEqual([1]);
    expect(isCheckpointDue(book)).toBe(false);
    book.checkpointedAt -= MINUTE;
    expect(isCheckpointDue(book)).toBe(true);
    replaceCourses(book, 2, []);
    expect(book.waiting.size + book.uncheckpointed.size).toBe(0);
  });
});
