/** Work orders of the demo in all their states, with their tasks, as people made and moved them over half a year. */
import type { Values } from '../../runtime/core/rules/rule.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { DAY_MS, type Maker, makerFor, type Parts, type SalesAsked } from '../maker.ts';
import { demoStations } from '../sites/sites.ts';
import { PAST_SHEETS, SHEETS, type SheetSeed } from './worksheetSeeds.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Regular work of the past: so many at a site, so many days apart. */
const PAST_COUNT = 7;
const PAST_EVERY = 24;

interface Ground {
  parts: Parts;
  asked: SalesAsked;
  workers: readonly Person[];
  dispatcher: Person;
  maker(person: Person): Maker;
}

interface Planned {
  seed: SheetSeed;
  stationSn: string;
  worker: Person;
}

const moment = (time: number): string => new Date(time).toISOString();

/** The moment at which a work order is due: in an hour where that is today. */
const dueOf = ({ due }: SheetSeed, now: number): string =>
  moment(now + due * DAY_MS + (due === 0 ? HOUR_MS : 0));

/** It was done in the past, which no move can say. */
async function setTimes({ parts, asked }: Ground, { id }: Row, { seed }: Planned): Promise<void> {
  const made = asked.now + seed.made * DAY_MS;
  const { finished, minutes = 60, waited = 0 } = seed;
  const end = finished === undefined ? null : asked.now + finished * DAY_MS;
  const started = end === null ? made + HOUR_MS : end - (minutes + waited) * MINUTE_MS;
  const isBegun = seed.status !== 'pending' && seed.status !== 'revoked';
  await parts.db.tenant(asked.tenantId, (trx) =>
    trxAny(trx)
      .updateTable('siteWorksheet')
      .set({
        ...{ createdAt: moment(Math.min(made, started)), updatedAt: moment(end ?? made) },
        ...(isBegun && { startedAt: moment(started) }),
        ...(end !== null && { finishedAt: moment(end), workMinutes: minutes, waitedMinutes: waited }),
        ...(seed.status === 'waiting' && { waitingSince: moment(started + HOUR_MS) }),
      })
      .where('id', '=', id)
      .execute(),
  );
}

/** The worker's moves, and the check of the dispatcher. */
async function moveOn(
  { asked: { lang }, maker, dispatcher }: Ground,
  id: unknown,
  { seed: { status, result }, worker }: Planned,
) {
  const move = (by: Person, name: string, form: Values = {}) =>
    maker(by).move('siteWorksheet', id, name, form);
  if (status === 'pending') return;
  const text = result?.[lang] ?? '';
  if (status === 'revoked') {
    await move(dispatcher, 'revoke', { revokeReason: text });
    return;
  }
  await move(worker, 'start');
  if (status === 'waiting') await move(worker, 'wait', { waitReason: 'part' });
  if (status === 'checking' || status === 'completed') await move(worker, 'finish', { result: text });
  if (status === 'completed') await move(dispatcher, 'pass');
}

async function seedSheet(ground: Ground, planned: Planned): Promise<void> {
  const { asked, maker, dispatcher } = ground;
  const { seed, stationSn, worker } = planned;
  const row = await maker(dispatcher).make('siteWorksheet', {
    ...{ name: seed.name[asked.lang], content: seed.content[asked.lang], stationSn, handlerId: worker.id },
    ...{ type: seed.type, priority: seed.priority, dueTime: dueOf(seed, asked.now) },
    tasks: (seed.tasks ?? []).map(({ region, name }) => ({
      region: region[asked.lang],
      name: name[asked.lang],
    })),
  });
  await moveOn(ground, row.id, planned);
  await setTimes(ground, row, planned);
}

/** Regular work of half a year. */
const pastSeeds = (nth: number): SheetSeed[] =>
  Array.from({ length: PAST_COUNT }, (_, at) => {
    const ago = 30 + at * PAST_EVERY + nth;
    const regular = PAST_SHEETS[(at + nth) % PAST_SHEETS.length] ?? PAST_SHEETS[0]!;
    const past = { made: -ago - 3, due: -ago + (at % 3), finished: -ago };
    return { ...regular, ...past, priority: 'normal', status: 'completed' };
  });

/** Work orders of one tenant; none without people who run sites and a second person to check. */
export async function seedWorksheets(parts: Parts, asked: SalesAsked): Promise<void> {
  const { tenantId } = asked;
  const { workers, heads } = await parts.db.tenant(tenantId, async (trx) => ({
    workers: await findPeople(trx, tenantId, 'operator'),
    heads: await findPeople(trx, tenantId, 'administrator'),
  }));
  const dispatcher = heads.find(({ id }) => workers.every((worker) => worker.id !== id));
  if (!dispatcher || workers.length === 0) return;
  const maker = (person: Person): Maker => makerFor(parts, asked, person);
  const ground = { parts, asked, workers, dispatcher, maker };
  for (const [nth, { site }] of demoStations.filter((one) => one.tenantId === tenantId).entries())
    for (const [at, seed] of [...SHEETS, ...pastSeeds(nth)].entries()) {
      // The first worker has all work of today, so that the day's list is full.
      const worker = workers[seed.due === 0 ? 0 : (at + nth) % workers.length] ?? dispatcher;
      await seedSheet(ground, { seed, stationSn: site.sn, worker });
    }
}
