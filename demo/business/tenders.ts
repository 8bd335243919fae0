/**
 * Creates the demo's tenders, bids, library and objectives by users' calls, and then sets their past dates.
 */
import type { Values } from '../../runtime/core/rules/rule.ts';
import type { Services } from '../../server/engine/context.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { AppError } from '../../server/platform/errors/errors.ts';
import { keepBytes } from '../../server/platform/files/keepBytes.ts';
import {
  agreeAsked,
  DAY_MS,
  dayOf,
  type Maker,
  monthBefore,
  type Parts,
  type Sale,
  type SeedContext,
} from '../maker.ts';
import { readSale } from './sales.ts';
import { amountOf, linesOf } from './salesLines.ts';
import {
  type BidSeed,
  CANCELED,
  COMPETITORS,
  completedTenders,
  FILES,
  OBJECTIVES,
  OPEN_GROSS,
  OPEN_TENDERS,
  PER_BID,
  PROJECTS,
  RAISED,
  REASONS,
  WORKED,
} from './tenderSeeds.ts';

/** The first tenant has all records, other tenants every third record. */
const PART = 3;
/** Days from the submission to the opening, and to the result. */
const [OPENED, DECIDED] = [1, 4];
/** Days since the newest completed tender was submitted, and days between two tenders. */
const [YOUNGEST, APART] = [9, 8];
const HOUR_MS = 3_600_000;
const BOND_SHARE = 50;

interface Ground {
  sale: Sale;
  customers: readonly Row[];
  /** The released files of the library. */
  files: readonly unknown[];
  /** The number of tenders so far by month. The next tender of the month gets the next number. */
  numbered: Map<string, number>;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** Sets a row to the past. Calls cannot do this. */
const setBack = ({ parts, tenantId }: Sale, entity: string, id: unknown, values: Values): Promise<unknown> =>
  parts.db.tenant(tenantId, (trx) =>
    trxAny(trx).updateTable(entity).set(values).where('id', '=', id).execute(),
  );

/** Returns the number of a tender for the month of its registration. */
function numberOf({ numbered }: Ground, came: number): string {
  const month = dayOf(came).slice(0, 7).replace('-', '');
  const count = (numbered.get(month) ?? 0) + 1;
  numbered.set(month, count);
  return `TB${month}-${String(count).padStart(3, '0')}`;
}

function estimateOf(gross: number, { sale: { lang } }: Ground): Values[] {
  if (gross !== WORKED.gross) return linesOf(gross, lang);
  const item = { zh: '储能系统', en: 'Storage system' }[lang];
  const unit = { zh: '套', en: 'sets' }[lang];
  return [{ item, unit, quantity: 1, price: WORKED.net, unitCost: WORKED.cost, taxRate: 13 }];
}

interface Made {
  id: unknown;
  maker: Maker;
}

/** Registers a tender. `submit` is the end of its submission. */
async function register(ground: Ground, place: number, gross: number, submit: number): Promise<Made> {
  const { sale, customers, files } = ground;
  const customer = customers[place % customers.length]!;
  const maker = sale.makerOf(customer);
  const ahead = Math.max(submit, sale.now + 2 * DAY_MS);
  const { id } = await maker.make('tender', {
    ...{ number: numberOf(ground, submit - 20 * DAY_MS), customerId: customer.id },
    name: `${customer.name} ${PROJECTS[place % PROJECTS.length]![sale.lang]}`.slice(0, 100),
    ...{ submitBy: at(ahead), openAt: at(ahead + OPENED * DAY_MS), registerBy: dayOf(ahead - DAY_MS) },
    ...{ ceiling: amountOf(Math.round(gross * 1.05)), probability: 20 + (place % 5) * 15 },
    lines: estimateOf(gross, ground),
    files: files.slice(place % 3, 4 + (place % 3)).map((tenderFileId) => ({ tenderFileId })),
  });
  return { id, maker };
}

/** Submits the tender. Returns whether that succeeded. Without an approver the tender remains planned. */
const submit = ({ id, maker }: Made): Promise<boolean> =>
  maker.submit('tender', id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.key === 'approval.noApprover') return false;
      throw error;
    },
  );

async function release(ground: Ground, made: Made): Promise<boolean> {
  await made.maker.move('tender', made.id, 'plan');
  if (!(await submit(made))) return false;
  await agreeAsked(ground.sale, 'tender', made.id);
  return true;
}

/** Adds a bond that was paid before the submission. `back` is the day of its return. */
const addBond = ({ sale }: Ground, { id, maker }: Made, gross: number, due: number, back?: number) =>
  maker.make('tenderBond', {
    ...{ tenderId: id, amount: amountOf(Math.round(gross / BOND_SHARE / 100_000) * 100_000) },
    ...{ due: dayOf(due), paidOn: dayOf(Math.min(due - DAY_MS, sale.now)) },
    ...(back !== undefined && { returnedOn: dayOf(back) }),
  });

/** Returns the competitors of a bid. All of them bid more than a won bid. At least one bids less than a lost bid. */
function competitorsOf({ amount, result }: BidSeed, place: number, { sale: { lang } }: Ground): Values[] {
  const shares = result === 'failed' ? [-0.06, -0.03 + (place % 2) * 0.05] : [0.03, 0.07, 0.11];
  return shares.map((share, nth) => ({
    name: COMPETITORS[(place + nth) % COMPETITORS.length]![lang],
    price: amountOf(Math.round((amount * (1 + share)) / 100_000) * 100_000),
    won: result === 'failed' && nth === 0,
  }));
}

const MOVES = { winning: 'win', failed: 'lose', unawarded: 'unaward' } as const;

async function makeCompleted(ground: Ground, bids: readonly BidSeed[], place: number, ended: number) {
  const { sale } = ground;
  const gross = bids.reduce((sum, { amount }) => sum + amount, 0);
  const made = await register(ground, place, gross, ended);
  if (!(await release(ground, made))) return;
  const { id, maker } = made;
  const ids: unknown[] = [];
  for (const [lot, bid] of bids.entries()) {
    const row = await maker.make('bid', {
      ...{ tenderId: id, lot: String(lot + 1), amount: amountOf(bid.amount), bidOn: dayOf(ended - DAY_MS) },
      ...(bids.length > 1 && { costShare: Math.round((bid.amount / gross) * 10_000) / 100 }),
      competitors: bid.result === 'unawarded' ? [] : competitorsOf(bid, place + lot, ground),
    });
    ids.push(row.id);
  }
  const opened = ended + OPENED * DAY_MS;
  await setBack(sale, 'tender', id, {
    ...{ submitBy: at(ended), openAt: at(opened), registerBy: dayOf(ended - 10 * DAY_MS) },
    createdAt: at(ended - 20 * DAY_MS),
  });
  for (const [lot, { result }] of bids.entries()) {
    await maker.move('bid', ids[lot], MOVES[result], { reason: REASONS[result][sale.lang] });
    await setBack(sale, 'bid', ids[lot], {
      decidedAt: at(ended + DECIDED * DAY_MS),
      createdAt: at(ended - DAY_MS),
    });
  }
  await addBond(ground, made, gross, ended - 2 * DAY_MS, ended + (DECIDED + 3) * DAY_MS);
}

async function makeOpen(ground: Ground, state: (typeof OPEN_TENDERS)[number][0], place: number) {
  const { sale } = ground;
  const gross = OPEN_GROSS[place % OPEN_GROSS.length]!;
  const ends = sale.now + (3 + place) * DAY_MS - (place % 7) * HOUR_MS;
  const made = await register(ground, place + 2, gross, ends);
  const { id, maker } = made;
  if (state === 'canceled') await maker.move('tender', id, 'cancel', { cancelReason: CANCELED[sale.lang] });
  if (state === 'unprocessed' || state === 'canceled') return;
  if (state === 'planning') {
    await maker.move('tender', id, 'plan');
    return;
  }
  if (state === 'underApproval') {
    await maker.move('tender', id, 'plan');
    await submit(made);
    return;
  }
  if (!(await release(ground, made))) return;
  await maker.make('bid', { tenderId: id, bidOn: dayOf(sale.now) });
  await addBond(ground, made, gross, ends - 2 * DAY_MS);
}

/** Creates the library, kept by a salesperson. Returns the ids of its files. */
async function makeLibrary(
  files: Services['files'],
  { tenantId, lang, now, head, sellers }: Sale,
): Promise<unknown[]> {
  const owner = sellers[0]!;
  const ids: unknown[] = [];
  for (const { name, kind, versions, ends } of FILES) {
    const stored: Values[] = [];
    for (let count = 1; count <= versions; count++) {
      const title = `${name[lang]} v${count}`;
      const bytes = new TextEncoder().encode(`${title}\n`);
      stored.push({
        file: await keepBytes(files, { tenantId, userId: owner.id }, { name: `${title}.txt`, bytes }),
      });
    }
    const { id } = await head.make('tenderFile', {
      ...{ name: name[lang], kind, versions: stored, ownerId: owner.id },
      ...(ends !== undefined && {
        validFrom: dayOf(now - 300 * DAY_MS),
        validTo: dayOf(now + ends * DAY_MS),
      }),
    });
    await head.move('tenderFile', id, 'release');
    ids.push(id);
  }
  return ids;
}

/** Marks notices about past tenders as read at that time. */
const readNotices = ({ parts, tenantId }: Sale, since: string): Promise<unknown> =>
  parts.db.tenant(tenantId, (trx) =>
    trxAny(trx)
      .updateTable('notice')
      .set({ isRead: true })
      .where('kind', 'in', ['approval', 'transition'])
      .where('createdAt', '>=', since)
      .execute(),
  );

async function makeObjectives({ sellers, head, as, now }: Sale): Promise<void> {
  for (const [ago, count] of OBJECTIVES.entries()) {
    const seller = sellers[ago % sellers.length]!;
    const figures = (bids: number) => ({ count: bids, amount: amountOf(bids * PER_BID) });
    const isRaised = ago === RAISED;
    const { id } = await as(seller).make('objective', {
      kind: 'bids',
      month: monthBefore(now, ago),
      ...figures(isRaised ? count - 1 : count),
    });
    await head.move('objective', id, 'agree');
    if (!isRaised) continue;
    const raised = await as(seller).secondVersion('objective', id, figures(count));
    await head.move('objective', raised.id, 'agree');
  }
}

/** Creates the tenders of one tenant. Creates none without a seller and a second user to decide. */
export async function seedTenders(
  parts: Parts & Pick<Services, 'files'>,
  context: SeedContext,
  isWhole: boolean,
): Promise<void> {
  const read = await readSale(parts, context);
  if (!read || read.all.length === 0) return;
  const { sale, all } = read;
  // A lost customer may already be removed.
  const customers = all.filter(({ state }) => state !== 'lost');
  const began = at(Date.now());
  const files = await makeLibrary(parts.files, sale);
  const ground: Ground = { sale, customers, files, numbered: new Map() };
  const isIncluded = (_: unknown, place: number) => isWhole || place % PART === 0;
  const completed = completedTenders();
  for (const [place, bids] of completed.entries())
    if (isIncluded(bids, place))
      await makeCompleted(
        ground,
        bids,
        place,
        sale.now - (YOUNGEST + (completed.length - 1 - place) * APART) * DAY_MS,
      );
  await readNotices(sale, began);
  const open = OPEN_TENDERS.flatMap(([state, count]) => Array<typeof state>(count).fill(state));
  for (const [place, state] of open.entries())
    if (isIncluded(state, place)) await makeOpen(ground, state, place);
  await makeObjectives(sale);
}
