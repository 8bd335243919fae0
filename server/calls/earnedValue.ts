/** Earned value of the projects whose costs the caller may see (C443). */
import type { Calls } from '../../generated/calls.ts';
import { readDay } from '../../runtime/core/statistics/steps.ts';
import { courseOf } from '../business/earnedCourse.ts';
import {
  addSums,
  describeSums,
  findEnds,
  type Project,
  readProject,
  type Sums,
  sumProject,
} from '../business/earnedValue.ts';
import { named, recordsWhere, seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext, Session } from '../engine/context.ts';
import type { ScopedTrx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';
import { dayIn } from '../sites/stations/details.ts';

interface Filter {
  orderId?: number | undefined;
  stationId?: number | undefined;
}

/** Reads the projects whose costs the caller may see, with the names of the records that they refer to. */
const readSites = (trx: ScopedTrx, session: Session, { orderId, stationId }: Filter) =>
  trx
    .selectFrom(seen(trx, session, 'executeSite', 'cost').as('s'))
    .leftJoin(named(trx, session, 'station').as('t'), (join) =>
      join.onRef('t.tenantId', '=', 's.tenantId').onRef('t.sn', '=', 's.stationSn'),
    )
    .leftJoin(named(trx, session, 'salesOrder').as('o'), (join) =>
      join.onRef('o.tenantId', '=', 's.tenantId').onRef('o.id', '=', 's.orderId'),
    )
    .select(['s.id', 's.number', 's.name', 's.state', 's.budget', 's.orderId'])
    .select(['t.id as stationId', 't.name as stationName', 'o.name as orderName'])
    .$if(orderId !== undefined, (query) => query.where('s.orderId', '=', orderId ?? null))
    .$if(stationId !== undefined, (query) => query.where('t.id', '=', stationId ?? null))
    .orderBy('s.id')
    .execute();

/** Reads the plans, hours and costs of projects by all users. The caller may open these projects. */
async function readWork(trx: ScopedTrx, ids: readonly number[]) {
  if (ids.length === 0) return { plans: [], hours: [], costs: [] };
  const plans = await trx
    .selectFrom(
      recordsWhere(trx, 'workPlan', (eb) => eb.and([eb('siteId', 'in', ids), eb('kind', '=', 'project')])).as(
        'p',
      ),
    )
    .select(['siteId', 'weight', 'fromDate', 'toDate', 'done', 'doneOn'])
    .orderBy('id')
    .execute();
  const hours = await trx
    .selectFrom(recordsWhere(trx, 'manualWorkload', (eb) => eb('siteId', 'in', ids)).as('w'))
    .select(({ fn }) => ['siteId', 'day', fn.sum('hours').as('hours'), fn.sum('cost').as('cost')])
    .select(({ fn }) => fn.sum('hours').filterWhere('rate', 'is', null).as('withoutRate'))
    .groupBy(['siteId', 'day'])
    .execute();
  const costs = await trx
    .selectFrom(recordsWhere(trx, 'projectCost', (eb) => eb('siteId', 'in', ids)).as('c'))
    .select(({ fn }) => ['siteId', 'day', fn.sum('amount').as('cost')])
    .groupBy(['siteId', 'day'])
    .execute();
  return { plans, hours, costs };
}

type Work = Awaited<ReturnType<typeof readWork>>;
type Site = Awaited<ReturnType<typeof readSites>>[number];

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

interface ProjectPart {
  project: Project;
  sums: Sums;
  hours: number;
  hoursWithoutRate: number;
}

/** Returns a function that finds the work of a project by its id. */
function groupWork({ plans, hours, costs }: Work) {
  const plansOf = Map.groupBy(plans, ({ siteId }) => siteId);
  const hoursOf = Map.groupBy(hours, ({ siteId }) => siteId);
  const costsOf = Map.groupBy(costs, ({ siteId }) => siteId);
  return ({ id, budget }: Site, today: number): ProjectPart => {
    const worked = hoursOf.get(id) ?? [];
    const booked = [...worked, ...(costsOf.get(id) ?? [])];
    const spent = booked.map(({ day, cost }) => ({ day, cost: textOrNull(cost) }));
    const project = readProject({ budget, tasks: plansOf.get(id) ?? [], costs: spent }, today);
    return {
      ...{ project, sums: sumProject(project, today) },
      hours: worked.reduce((sum, one) => sum + Number(one.hours ?? 0), 0),
      hoursWithoutRate: worked.reduce((sum, one) => sum + Number(one.withoutRate ?? 0), 0),
    };
  };
}

const HOUR_PARTS = 100;
const addHours = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value * HOUR_PARTS, 0)) / HOUR_PARTS;

function figuresOf(parts: readonly ProjectPart[], today: number) {
  const projects = parts.map(({ project }) => project);
  const sums = addSums(parts.map((part) => part.sums));
  return {
    ...describeSums(sums),
    ...findEnds(projects, sums, today),
    hours: addHours(parts.map(({ hours }) => hours)),
    hoursWithoutRate: addHours(parts.map(({ hoursWithoutRate }) => hoursWithoutRate)),
  };
}

export const earnedValueCalls = {
  earnedValueStatistics({ query: { orderId, stationId, tenantId } }, { db, session, zone }) {
    if (tenantId !== undefined && tenantId !== session.tenantId) throw new AppError('http.forbidden');
    const day = dayIn(zone, Date.now());
    const today = readDay(day);
    return db.tenant(session.tenantId, async (trx) => {
      const sites = await readSites(trx, session, { orderId, stationId });
      const workOf = groupWork(
        await readWork(
          trx,
          sites.map(({ id }) => id),
        ),
      );
      const parts = sites.map((site) => ({ site, ...workOf(site, today) }));
      return {
        day,
        total: figuresOf(parts, today),
        weeks: courseOf(
          parts.map(({ project }) => project),
          today,
        ),
        projects: parts.map(({ site: { budget, ...site }, ...part }) => ({
          ...{ ...site, budgeted: budget !== null },
          figures: figuresOf([part], today),
        })),
      };
    });
  },
} satisfies Partial<Calls<HandlerContext>>;
