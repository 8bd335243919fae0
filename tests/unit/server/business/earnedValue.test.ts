/** Earned value: the exact figures of S14, edge cases, and sums of parts that equal the sum of the whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDay, writeDay } from '../../../../runtime/core/statistics/steps.ts';
import { courseOf, MAX_WEEKS } from '../../../../server/business/earnedCourse.ts';
import {
  addSums,
  amountText,
  describeSums,
  findEnds,
  type PlannedTask,
  type ProjectWork,
  readProject,
  sumProject,
} from '../../../../server/business/earnedValue.ts';

const TODAY = readDay('2026-07-31');
const dayAt = (days: number): string => writeDay(TODAY + days);

const task = (weight: number | null, from: number, to: number, done = 0, doneOn?: number): PlannedTask => ({
  ...{ weight, fromDate: dayAt(from), toDate: dayAt(to), done },
  doneOn: doneOn === undefined ? null : dayAt(doneOn),
});

const S14: ProjectWork = {
  budget: '100000.00',
  tasks: [task(20, -40, -21, 100, -21), task(30, -20, -1, 50, -2), task(50, 1, 40)],
  costs: [
    { day: dayAt(-10), cost: '18000.00' },
    { day: dayAt(-3), cost: '8000.00' },
  ],
};

function figuresOf(works: readonly ProjectWork[]) {
  const projects = works.map((work) => readProject(work, TODAY));
  const sums = addSums(projects.map((project) => sumProject(project, TODAY)));
  return { ...describeSums(sums), ...findEnds(projects, sums, TODAY), weeks: courseOf(projects, TODAY) };
}

describe('the figures of a project', () => {
  it('are those of S14', () => {
    expect(figuresOf([S14])).toMatchObject({
      ...{ plan: '100000.00', plannedValue: '50000.00', earnedValue: '35000.00', actualCost: '26000.00' },
      ...{ costIndex: '1.3462', scheduleIndex: '0.7000', estimate: '74285.71' },
      ...{ plannedEnd: dayAt(40), forecastEnd: dayAt(-40 + Math.ceil((81 * 50) / 35) - 1) },
    });
  });

  it('have no cost index and no estimate without costs, and no schedule index before the start', () => {
    const free = figuresOf([{ ...S14, costs: [] }]);
    expect(free).toMatchObject({ costIndex: null, estimate: null, scheduleIndex: '0.7000' });
    const later = figuresOf([{ ...S14, tasks: [task(100, 5, 9)], costs: [] }]);
    expect(later).toMatchObject({ plannedValue: '0.00', scheduleIndex: null, forecastEnd: null });
  });

  it('have an index of zero and no estimate while nothing is earned', () => {
    const idle = figuresOf([{ ...S14, tasks: [task(100, -9, -1)] }]);
    expect(idle).toMatchObject({ costIndex: '0.0000', scheduleIndex: '0.0000', estimate: null });
    expect(idle.forecastEnd).toBeNull();
  });

  it('end with the last task once all is done, and not before today while something is open', () => {
    const done = figuresOf([{ ...S14, tasks: [task(40, -30, -20, 100, -18), task(60, -19, -10, 100, -12)] }]);
    expect(done).toMatchObject({ scheduleIndex: '1.0000', forecastEnd: dayAt(-12) });
    const late = figuresOf([{ ...S14, tasks: [task(100, -30, -20, 90, -18)] }]);
    expect(late).toMatchObject({ plannedEnd: dayAt(-20), forecastEnd: dayAt(0) });
  });

  it('have no plan without a planned cost, and share it evenly without weights', () => {
    expect(figuresOf([{ ...S14, budget: null }])).toMatchObject({
      ...{ plan: '0.00', plannedValue: '0.00', earnedValue: '0.00', actualCost: '26000.00', estimate: null },
    });
    const even = figuresOf([
      { ...S14, budget: '100.00', tasks: [task(null, -9, -5, 100), task(null, 5, 9)] },
    ]);
    expect(even).toMatchObject({ plannedValue: '50.00', earnedValue: '50.00' });
  });

  it('grow evenly with the days of a task, to the cent', () => {
    const begun = figuresOf([{ budget: '100.00', tasks: [task(100, -1, 1)], costs: [] }]);
    expect(begun.plannedValue).toBe('66.67');
  });

  it('exclude costs of future days', () => {
    const paid = figuresOf([{ ...S14, costs: [{ day: dayAt(1), cost: '5.00' }] }]);
    expect(paid.actualCost).toBe('0.00');
  });
});

describe('the course by week', () => {
  it('goes from the first week to the planned end; earned values end with this week', () => {
    const { weeks } = figuresOf([S14]);
    expect(weeks[0]).toMatchObject({ from: '2026-06-15', to: '2026-06-21', earnedValue: '0.00' });
    const now = weeks.findIndex(({ to }) => to === '2026-08-02');
    expect(weeks[now]).toMatchObject({ plannedValue: '52500.00', earnedValue: '35000.00' });
    expect(weeks[now]?.actualCost).toBe('26000.00');
    expect(weeks[now + 1]).toMatchObject({ earnedValue: null, actualCost: null });
    expect(weeks.at(-1)?.plannedValue).toBe('100000.00');
  });

  it('is limited if a plan or a cost is far away, and loses no past amount', () => {
    const work = {
      ...{ budget: '100.00', tasks: [task(100, -90_000, 900_000, 50, -80_000)] },
      costs: [{ day: dayAt(-90_000), cost: '7.00' }],
    };
    const { weeks } = figuresOf([work]);
    expect(weeks).toHaveLength(MAX_WEEKS);
    expect(weeks[0]).toMatchObject({ earnedValue: '50.00', actualCost: '7.00' });
  });

  it('has no week without plans and costs', () => {
    expect(figuresOf([{ budget: '5.00', tasks: [], costs: [] }])).toMatchObject({
      ...{ plan: '5.00', plannedEnd: null, forecastEnd: null, weeks: [] },
    });
  });
});

const cents = fc.bigInt({ min: 1_000n, max: 999_999_999_999n }).map(amountText);
const days = fc.integer({ min: -400, max: 200 });
const plannedTask = fc
  .tuple(fc.option(fc.integer({ min: 0, max: 33 })), days, fc.nat(90), fc.nat(100), fc.option(days))
  .map(([weight, from, length, done, on]) => task(weight, from, from + length, done, on ?? undefined));
const anyWork: fc.Arbitrary<ProjectWork> = fc.record({
  budget: fc.option(cents),
  tasks: fc.array(plannedTask, { maxLength: 3 }),
  costs: fc.array(fc.record({ day: days.map(dayAt), cost: fc.option(cents) }), { maxLength: 5 }),
});

const centsIn = (amount: string | null): bigint => BigInt((amount ?? '0').replace('.', ''));

it('adds up: the sums over any parts are those of the whole, also in each week', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyWork, fc.nat(2)), { maxLength: 8 }), (placed) => {
      const whole = figuresOf(placed.map(([work]) => work));
      const parts = [0, 1, 2].map((part) =>
        figuresOf(placed.flatMap(([work, at]) => (at === part ? [work] : []))),
      );
      for (const name of ['plan', 'plannedValue', 'earnedValue', 'actualCost'] as const)
        expect(parts.reduce((sum, one) => sum + centsIn(one[name]), 0n)).toBe(centsIn(whole[name]));
      for (const { to, earnedValue, actualCost } of whole.weeks.slice(-1)) {
        const last = parts.map(({ weeks }) => weeks.find((week) => week.to === to) ?? weeks.at(-1));
        const sumOf = (name: 'earnedValue' | 'actualCost') =>
          last.reduce((sum, week) => sum + centsIn(week?.[name] ?? null), 0n);
        if (earnedValue !== null) expect(sumOf('earnedValue')).toBe(centsIn(earnedValue));
        if (actualCost !== null) expect(sumOf('actualCost')).toBe(centsIn(actualCost));
      }
    }),
    { numRuns: 300 },
  );
});

it('earns and plans at most the plan', () => {
  fc.assert(
    fc.property(anyWork, (work) => {
      const sums = sumProject(readProject(work, TODAY), TODAY);
      if (work.tasks.length > 0) expect(sums.planned <= sums.plan).toBe(true);
      expect(sums.earned <= sums.plan).toBe(true);
    }),
  );
});
