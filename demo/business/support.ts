/**
 * Creates support requests of the demo in all states, with notices and ratings, and feedback of users about the
 * platform.
 */
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { type Maker, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { findPeople, findSellers, type Person } from './sellers.ts';
import { FEEDBACK, SUPPORT, type SupportSeed, TAGS } from './supportSeeds.ts';

/** Number of unread notices of each tenant. */
const UNREAD = 3;

interface Ground {
  parts: Parts;
  asked: SeedContext;
  /** Inquiry people with the ids of their records. */
  people: readonly { person: Person; id: unknown }[];
  maker(person: Person): Maker;
}

async function seedInquiryPeople(
  maker: Maker,
  engineers: readonly Person[],
  { lang }: SeedContext,
): Promise<Ground['people']> {
  const people: { person: Person; id: unknown }[] = [];
  for (const [at, person] of engineers.slice(0, TAGS.length).entries()) {
    const tagList = TAGS[at]?.map((tag) => tag[lang]);
    const { id } = await maker.make('inquiryPerson', { userId: person.id, name: person.name, tagList });
    people.push({ person, id });
  }
  return people;
}

async function answerRequest(
  { asked: { lang }, maker }: Ground,
  { seed, seller, engineer }: { seed: SupportSeed; seller: Person; engineer: Person },
  id: unknown,
): Promise<void> {
  const own = maker(engineer);
  await own.move('technicalSupport', id, 'review');
  if (seed.end !== 'answered') return;
  for (const [text, quantity, unitCost] of seed.budget ?? [])
    await own.make('supportBudgetLine', { supportId: id, text: text[lang], quantity, unitCost });
  await own.move('technicalSupport', id, 'answer', { answer: seed.answer?.[lang] });
  if (seed.quoteBasis) await maker(seller).move('technicalSupport', id, 'setQuoteBasis');
}

async function rateAnswer(ground: Ground, seller: Person, supportId: unknown, rating: SupportSeed['rating']) {
  if (!rating) return;
  const [speed, quality, contact] = rating;
  const { parts, asked, maker } = ground;
  const survey = await parts.db.tenant(asked.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom('supportSurvey')
      .select('id')
      .where('supportId', '=', supportId)
      .executeTakeFirst(),
  );
  if (survey) await maker(seller).move('supportSurvey', survey.id, 'answer', { speed, quality, contact });
}

async function seedRequest(ground: Ground, seed: SupportSeed, place: number, seller: Person, order?: Row) {
  const { asked, people, maker } = ground;
  const { id: inquiryPersonId, person: engineer } = people[place % people.length]!;
  const own = maker(seller);
  const { id } = await own.make('technicalSupport', {
    ...{ title: seed.title[asked.lang], description: seed.description[asked.lang] },
    ...{ inquiryPersonId, orderId: order?.id ?? null },
  });
  if (seed.end === 'saved') return;
  if (seed.end === 'cancelled') {
    await own.move('technicalSupport', id, 'cancel');
    return;
  }
  await own.move('technicalSupport', id, 'ask');
  if (seed.end === 'rejected')
    await maker(engineer).move('technicalSupport', id, 'reject', { rejectReason: seed.answer?.[asked.lang] });
  if (seed.end === 'reviewing' || seed.end === 'answered')
    await answerRequest(ground, { seed, seller, engineer }, id);
  await rateAnswer(ground, seller, id, seed.rating);
}

/** Marks all notices but the last ones as read. */
async function readNotices({ parts, asked: { tenantId } }: Ground): Promise<void> {
  await parts.db.tenant(tenantId, async (trx) => {
    const last = trxAny(trx).selectFrom('supportNotice').select('id').orderBy('id', 'desc').limit(UNREAD);
    await trxAny(trx)
      .updateTable('supportNotice')
      .set({ readFlag: true })
      .where('id', 'not in', last)
      .execute();
  });
}

async function seedFeedback({ asked: { lang }, maker }: Ground, users: readonly Person[], head: Person) {
  for (const [at, { kind, text, answer }] of FEEDBACK.entries()) {
    const { id } = await maker(users[at % users.length]!).make('userFeedback', { kind, text: text[lang] });
    if (answer) await maker(head).move('userFeedback', id, 'answer', { answer: answer[lang] });
  }
}

/** Creates the support requests of one tenant. Creates none without a seller and a head. */
export async function seedSupport(parts: Parts, asked: SeedContext): Promise<void> {
  const { tenantId } = asked;
  const { sellers, trained, heads, orders } = await parts.db.tenant(tenantId, async (trx) => ({
    sellers: await findSellers(trx, tenantId),
    trained: await findPeople(trx, tenantId, 'engineering'),
    heads: await findPeople(trx, tenantId, 'administrator'),
    orders: await trxAny(trx)
      .selectFrom('salesOrder')
      .select(['id', 'ownerId'])
      .orderBy('id')
      .limit(SUPPORT.length)
      .execute(),
  }));
  const [head] = heads;
  const [first] = sellers;
  if (!head || !first) return;
  const engineers = trained.length > 0 ? trained : [head];
  const maker = (person: Person) => makerFor(parts, asked, person);
  const people = await seedInquiryPeople(maker(head), engineers, asked);
  const ground = { parts, asked, people, maker };
  for (const [place, seed] of SUPPORT.entries()) {
    const order = orders[place];
    const seller = sellers.find(({ id }) => id === Number(order?.ownerId)) ?? first;
    await seedRequest(ground, seed, place, seller, order);
  }
  await readNotices(ground);
  await seedFeedback(ground, [...sellers, ...engineers], head);
}
