/** Creates the demo's quotes: approved where required, answered, waiting, and unsuccessful. */
import type { Values } from '../../runtime/core/rules/rule.ts';
import type { Row } from '../../server/platform/db/tables/anyTable.ts';
import { AppError } from '../../server/platform/errors/errors.ts';
import { agreeAsked, DAY_MS, dayOf, type Maker, ofEach, type Sale } from '../maker.ts';
import { linesOf } from './salesLines.ts';
import { CONTACTS, DECLINED, PROJECT } from './salesNames.ts';

/** Quotes that did not become orders, by their states. */
const OPEN: readonly (readonly [
  state: 'saved' | 'submitted' | 'pending' | 'declined' | 'canceled',
  count: number,
])[] = [
  ['saved', 5],
  ['submitted', 3],
  ['pending', 7],
  ['declined', 7],
  ['canceled', 4],
];
/** Amounts that need approval, and amounts that do not. */
const [LARGE, SMALL] = [62_000_000, 19_000_000];
const STEP = 1_100_000;

const quoteOf = ({ lang, now }: Sale, customer: Row, gross: number, days: number): Values => ({
  ...{ customerId: customer.id, name: `${customer.name} ${PROJECT[lang]}`, currency: 'CNY' },
  ...{ validUntil: dayOf(now + days * DAY_MS), lines: linesOf(gross, lang) },
});

/** Submits the quote. Returns whether that succeeded. Without an approver the quote remains a draft. */
const submit = (maker: Maker, id: unknown): Promise<boolean> =>
  maker.submit('quote', id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.key === 'approval.noApprover') return false;
      throw error;
    },
  );

/** Creates a quote that the customer accepted. Null without an approver. */
export async function acceptedQuote(sale: Sale, customer: Row, body: Values): Promise<number | null> {
  const { lang, now } = sale;
  const { deliveryAt: _, retention: __, ...quoted } = body;
  const maker = sale.makerOf(customer);
  const { id } = await maker.make('quote', { ...quoted, validUntil: dayOf(now + 30 * DAY_MS) });
  if (!(await submit(maker, id))) return null;
  await agreeAsked(sale, 'quote', id);
  await maker.move('quote', id, 'accept', { resultBy: CONTACTS[0]!.name[lang] });
  return Number(id);
}

/** Creates the open quotes. The first tenant has all of them, other tenants a part. */
export async function seedOpenQuotes(sale: Sale, customers: readonly Row[], share: number): Promise<void> {
  const openStates = OPEN.flatMap(([state, count]) =>
    Array<typeof state>(Math.ceil(count / share)).fill(state),
  );
  if (customers.length === 0) return;
  await ofEach(
    openStates.map((_, at) => customers[at % customers.length]!),
    async (customer, at) => {
      const state = openStates[at]!;
      const maker = sale.makerOf(customer);
      const gross = (state === 'submitted' ? LARGE : SMALL) + at * STEP;
      const { id } = await maker.make('quote', quoteOf(sale, customer, gross, 5 + 2 * at));
      if (state === 'canceled') await maker.move('quote', id, 'cancel');
      if (state === 'saved' || state === 'canceled') return;
      if (!(await submit(maker, id)) || state !== 'declined') return;
      await maker.move('quote', id, 'decline', {
        ...{
          resultBy: CONTACTS[1]!.name[sale.lang],
          resultRemark: DECLINED[at % DECLINED.length]![sale.lang],
        },
      });
    },
  );
}
