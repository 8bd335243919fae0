/**
 * Creates work orders of the demo in all their states, with their tasks. Users created and moved them over half a year.
 */
import type { Values } from '../../runtime/core/rules/rule.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { DAY_MS, type Maker, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { demoStations, TENANT_SOUTH } from '../sites/sites.ts';
import {
  type AlarmSeed,
  PAST_REPAIR,
  PAST_SHEETS,
  SHEETS,
  type SheetGroup,
  type SheetSeed,
} from './worksheetSeeds.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The time zone that decides what is due today. Both tenants use China's. */
const ZONE_MS = 8 * HOUR_MS;
/** Alarms of cells are raised at 05:30 in that zone, at the end of the night charge. */
const ALARM_MS = 5.5 * HOUR_MS;
const RECOVERY_MINUTES = 25;
/** The planned time of a work order whose seed names none. */
const USUAL_MINUTES = 60;
/** Days between the work orders of the past half year. */
const PAST_EVERY = 5;

/**
 * Number of work orders of each group that a tenant has. `past` are completed, the first of them because of an alarm.
 */
type Counts = Readonly<Record<SheetGroup | 'past' | 'pastRepairs', number>>;
const MANY: Counts = {
  ...{ today: 9, late: 1, later: 6, waiting: 2, checking: 3, revoked: 4 },
  ...{ past: 35, pastRepairs: 7 },
};
const FEW: Counts = {
  ...{ today: 3, late: 1, later: 2, waiting: 1, checking: 1, revoked: 1 },
  ...{ past: 9, pastRepairs: 1 },
};

interface Ground {
  parts: Parts;
  asked: SeedContext;
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

const startOfDay = (time: number): number => Math.floor((time + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;

/** Returns the due time of a work order. A time of today is always later than now. */
function dueOf({ due }: SheetSeed, now: number): string {
  if (due !== 0) return moment(now + due * DAY_MS);
  const lastMinute = startOfDay(now) + DAY_MS - MINUTE_MS;
  return moment(Math.min(now + 2 * HOUR_MS, Math.max(now, lastMinute)));
}

/** Sets the times to the past. Moves cannot do this. */
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

/** Makes the worker's moves, and the check of the dispatcher. */
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

/**
 * Raises an alarm on the morning before the work order, which is open until a user handles it. Returns its id and
 * when it ended.
 */
async function raiseAlarm(
  { parts, asked: { tenantId, lang, now } }: Ground,
  { device, code, info, level, value }: AlarmSeed,
  { stationSn, seed }: Planned,
): Promise<{ id: unknown; recoverTime: string }> {
  const deviceSn = `${stationSn}-${device}`;
  const variableSn = `${deviceSn}-${code}`;
  const raised = startOfDay(now + seed.made * DAY_MS - ALARM_MS) + ALARM_MS;
  return parts.db.tenant(tenantId, async (scoped) => {
    const trx = trxAny(scoped);
    const rule = await trx
      .selectFrom('alarmGenerater')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('variableSn', '=', variableSn)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const alarm = await trx
      .insertInto('alarm')
      .values({
        ...{ tenantId, stationSn, deviceSn, variableSn, generaterId: rule.id, level, value, status: 1 },
        // The rule numbers its own alarms by the variable. This alarm needs a different number.
        ...{ info: info[lang], source: `${variableSn} ${raised}`, reportTime: moment(raised) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: alarm.id, recoverTime: moment(raised + RECOVERY_MINUTES * MINUTE_MS) };
  });
}

/** Creates the work order from an alarm as the dispatcher. */
async function dispatchAlarm(ground: Ground, alarm: AlarmSeed, planned: Planned): Promise<Row> {
  const { parts, asked, maker, dispatcher } = ground;
  const { seed, worker } = planned;
  const { id, recoverTime } = await raiseAlarm(ground, alarm, planned);
  await maker(dispatcher).move('alarm', id, 'dispatch', {
    ...{ handlerId: worker.id, dueTime: dueOf(seed, asked.now), priority: seed.priority },
    content: seed.content[asked.lang],
  });
  return parts.db.tenant(asked.tenantId, async (scoped) => {
    const trx = trxAny(scoped);
    const checkTime = moment(asked.now + seed.made * DAY_MS);
    await trx.updateTable('alarm').set({ checkTime, recoverTime }).where('id', '=', id).execute();
    return trx.selectFrom('siteWorksheet').selectAll().where('alarmId', '=', id).executeTakeFirstOrThrow();
  });
}

async function makeSheet(ground: Ground, planned: Planned): Promise<Row> {
  const { asked, maker, dispatcher } = ground;
  const { seed, stationSn, worker } = planned;
  if (seed.alarm) return dispatchAlarm(ground, seed.alarm, planned);
  return maker(dispatcher).make('siteWorksheet', {
    ...{ name: seed.name[asked.lang], content: seed.content[asked.lang], stationSn, handlerId: worker.id },
    ...{ type: seed.type, priority: seed.priority, dueTime: dueOf(seed, asked.now) },
    minutes: seed.minutes ?? USUAL_MINUTES,
    tasks: (seed.tasks ?? []).map(({ region, name }) => ({
      region: region[asked.lang],
      name: name[asked.lang],
    })),
  });
}

async function seedSheet(ground: Ground, planned: Planned): Promise<void> {
  const row = await makeSheet(ground, planned);
  await moveOn(ground, row.id, planned);
  await setTimes(ground, row, planned);
}

/** Returns the completed work of half a year, the newest first. */
const pastSeeds = ({ past, pastRepairs }: Counts): SheetSeed[] =>
  Array.from({ length: past }, (_, at) => {
    const ago = (at + 1) * PAST_EVERY;
    const other = PAST_SHEETS[at % PAST_SHEETS.length] ?? PAST_REPAIR;
    const days = { made: -ago - 3, due: -ago + (at % 3), finished: -ago };
    return { ...(at < pastRepairs ? PAST_REPAIR : other), ...days, status: 'completed' };
  });

/** Returns `count` seeds of a group, each with its place. Each seed is used at all stations before the next one. */
function placed(seeds: readonly SheetSeed[], count: number, stations: number) {
  return Array.from({ length: count }, (_, at) => ({
    seed: seeds[Math.floor(at / stations) % seeds.length]!,
    at,
  }));
}

/** Creates the work orders of one tenant. Creates none without operators and a second user to check them. */
export async function seedWorksheets(parts: Parts, asked: SeedContext): Promise<void> {
  const { tenantId } = asked;
  const { workers, heads } = await parts.db.tenant(tenantId, async (trx) => ({
    workers: await findPeople(trx, tenantId, 'operator'),
    heads: await findPeople(trx, tenantId, 'administrator'),
  }));
  const dispatcher = heads.find(({ id }) => workers.every((worker) => worker.id !== id));
  if (!dispatcher || workers.length === 0) return;
  const maker = (person: Person): Maker => makerFor(parts, asked, person);
  const ground = { parts, asked, workers, dispatcher, maker };
  const stations = demoStations.filter((one) => one.tenantId === tenantId);
  const counts = tenantId === TENANT_SOUTH ? MANY : FEW;
  const past = pastSeeds(counts).map((seed, at) => ({ seed, at }));
  const groups: readonly SheetGroup[] = ['today', 'late', 'later', 'waiting', 'checking', 'revoked'];
  const open = groups.flatMap((group) => placed(SHEETS[group], counts[group], stations.length));
  for (const { seed, at } of [...past, ...open]) {
    const stationSn = stations[at % stations.length]!.site.sn;
    // The first worker has all work of today, so that one daily list is full. The other workers share the rest.
    const worker = workers[seed.due === 0 ? 0 : 1 + (at % (workers.length - 1))] ?? workers[0]!;
    await seedSheet(ground, { seed, stationSn, worker });
  }
}
