/** Creates the contacts, visits, plans, co-owners and shares of the demo's customers. */
import type { Row } from '../../server/platform/db/tables/anyTable.ts';
import { DAY_MS, dayOf, ofEach, type Sale } from '../maker.ts';
import { CONTACTS, PLAN_TITLE, VISITS } from './salesNames.ts';

/** Number of customers with three contacts. The others have two. */
const THREE_CONTACTS = 8;
/** Number of customers with a visit, and the days between two visits. */
const VISITED = 15;
const APART_DAYS = 6;
const PLANS = 24;
/** Number of plans that are overdue. */
const LATE_PLANS = 2;
const [CO_OWNED, SHARED] = [6, 4];
const SHARED_DAYS = 60;

const seedTouch = ({ seller, lang, now }: Sale, customers: readonly Row[]): Promise<void> =>
  ofEach(customers, async ({ id: customerId }, index) => {
    const contacts = CONTACTS.slice(0, index < THREE_CONTACTS ? CONTACTS.length : CONTACTS.length - 1);
    for (const [at, { name, post, phone }] of contacts.entries())
      await seller.make('customerContact', {
        ...{ customerId, name: name[lang], post: post[lang], phone, main: at === 0 },
      });
    if (index < VISITED) {
      const { subject, content, kind } = VISITS[index % VISITS.length]!;
      await seller.make('customerVisit', {
        ...{ customerId, subject: subject[lang], content: content[lang], kind },
        visitedOn: dayOf(now - (3 + index * APART_DAYS) * DAY_MS),
      });
    }
    if (index >= PLANS) return;
    const to = index < LATE_PLANS ? now - (2 + index) * DAY_MS : now + (3 + index) * DAY_MS;
    const plan = { customerId, title: PLAN_TITLE[lang], from: dayOf(to - 7 * DAY_MS), to: dayOf(to) };
    await seller.make('customerPlan', plan);
  });

async function seedSharing({ seller, sellers, now }: Sale, customers: readonly Row[]): Promise<void> {
  const others = sellers.slice(1);
  if (others.length === 0) return;
  const other = (index: number) => others[index % others.length]!.id;
  await ofEach(customers.slice(0, CO_OWNED), async ({ id: customerId }, index) => {
    await seller.make('customerOwner', { customerId, userId: other(index), role: 'sales' });
  });
  await ofEach(customers.slice(CO_OWNED, CO_OWNED + SHARED), ({ id }, index) =>
    seller.share('customer', id, {
      ...{ userIds: [other(index)], right: index === 0 ? 'write' : 'read' },
      ...(index === 0 ? {} : { until: dayOf(now + SHARED_DAYS * DAY_MS) }),
    }),
  );
}

export async function seedRelations(sale: Sale, customers: readonly Row[]): Promise<void> {
  await seedTouch(sale, customers);
  await seedSharing(sale, customers);
}
