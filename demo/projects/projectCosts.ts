/** The costs of the demo's projects: their plan, the hours of their people, and booked amounts. */
import type { Trx } from '../../server/platform/db/index.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import type { Parts } from '../maker.ts';
import { COSTS, type ProjectSeed, WEEK_HOURS } from './projectSeeds.ts';
import { dayAt, type ProjectWork } from './projectWork.ts';

/** Number of people who enter hours in a project. */
const WORKERS = 3;
const WEEK = 7;
const RATES = ['150.00', '170.00', '190.00', '210.00'] as const;

/** Returns the orders that projects carry out, the oldest first. */
export const listOrders = (trx: Trx, count: number): Promise<Row[]> =>
  trxAny(trx).selectFrom('salesOrder').select(['id', 'customerId']).orderBy('id').limit(count).execute();

/** Sets the hourly rates of the people before they enter hours. */
export async function setRates({ db }: Parts, { asked: { tenantId }, people }: ProjectWork): Promise<void> {
  await db.tenant(tenantId, async (trx) => {
    for (const [at, { id }] of people.entries())
      await trxAny(trx)
        .updateTable('user')
        .set({ hourlyRate: RATES[at % RATES.length]! })
        .where('id', '=', id)
        .execute();
  });
}

async function seedHours(work: ProjectWork, seed: ProjectSeed, siteId: unknown): Promise<void> {
  const { asked, people, as } = work;
  for (let begin = seed.from; begin < Math.min(seed.to, 0); begin += WEEK)
    for (const { day, hours, content } of WEEK_HOURS) {
      if (begin + day >= 0) continue;
      const date = dayAt(work, begin + day);
      for (const person of people.slice(0, WORKERS))
        await as(person).make('manualWorkload', {
          ...{ userId: person.id, siteId, day: date, hours, content: content[asked.lang] },
        });
    }
}

/** Enters the planned cost of a project, and its cost so far. */
export async function seedCosts(work: ProjectWork, seed: ProjectSeed, siteId: unknown): Promise<void> {
  const { asked, head } = work;
  await head.move('executeSite', siteId, 'setBudget', { budget: seed.budget });
  await seedHours(work, seed, siteId);
  for (const { content, kind, share, after } of COSTS) {
    const day = Math.round(seed.from + (seed.to - seed.from) * after);
    if (day >= 0) continue;
    await head.make('projectCost', {
      ...{ siteId, kind, content: content[asked.lang], day: dayAt(work, day) },
      amount: (Number(seed.budget) * share).toFixed(2),
    });
  }
}
