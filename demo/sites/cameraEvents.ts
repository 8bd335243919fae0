/** Simulated cameras report an event now and then. The site's guard confirms events that are a day old. */
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Services } from '../../server/engine/context.ts';
import { type AnyTrx, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { type LeasedWork, leaseEvery } from '../../server/platform/timers/lease.ts';
import { hash01 } from '../simulator/noise.ts';
import { EVENTS, NOTE } from './cameras.ts';
import { drawEvents } from './eventPictures.ts';
import type { DemoStation } from './sites.ts';

type Parts = Pick<Services, 'db' | 'log' | 'hub' | 'files'>;

/** A station with simulated cameras. */
export interface WatchedStation {
  tenantId: number;
  site: Pick<DemoStation['site'], 'sn' | 'seed'>;
}

const HOUR_MS = 3_600_000;
/** A station has one event in each of these spans. */
export const SPAN_MS = 2 * HOUR_MS;
const LOOK_MS = 60_000;
/** Time that a round looks back after a short pause of the server. Events of a longer pause are not simulated. */
const BACK_MS = 600_000;
const SEEN_AFTER_MS = 24 * HOUR_MS;

export interface Happening {
  at: number;
  /** The index of the event among the possible ones. */
  event: number;
}

/** Returns the events of a station after `from` and up to `to`. They are the same at every call. */
export function happenings(seed: number, from: number, to: number): Happening[] {
  const found: Happening[] = [];
  for (let span = Math.floor(from / SPAN_MS); span * SPAN_MS <= to; span += 1) {
    const at = Math.floor((span + hash01(seed, span)) * SPAN_MS);
    const event = Math.floor(hash01(seed + 1, span) * EVENTS.length);
    if (at > from && at <= to) found.push({ at, event });
  }
  return found;
}

async function findCameras(trx: AnyTrx, { tenantId, site }: WatchedStation): Promise<number[]> {
  const rows = await trx
    .selectFrom('ipc')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('stationSn', '=', site.sn)
    .where('protocol', '=', 'simulated')
    .where('enabled', 'is not', false)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => Number(id));
}

interface Round {
  now: number;
  lang: SourceLang;
}

/** Stores new events and returns their ids. */
async function noteEvents(trx: AnyTrx, station: WatchedStation, { now, lang }: Round): Promise<number[]> {
  const { tenantId, site } = station;
  const due = happenings(site.seed, now - BACK_MS, now);
  const cameras = due.length > 0 ? await findCameras(trx, station) : [];
  if (cameras.length === 0) return [];
  const made: number[] = [];
  for (const { at, event } of due) {
    const happenedAt = new Date(at).toISOString();
    const known = await trx
      .selectFrom('ipcEvent')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('stationSn', '=', site.sn)
      .where('happenedAt', '=', happenedAt)
      .executeTakeFirst();
    if (known) continue;
    const { title, kind, level, camera } = EVENTS[event]!;
    const row = await trx
      .insertInto('ipcEvent')
      .values({
        ...{ tenantId, stationSn: site.sn, ipcId: cameras[camera % cameras.length] },
        ...{ title: title[lang], kind, level, happenedAt, state: 'open' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    made.push(Number(row.id));
  }
  return made;
}

/** Confirms events that are a day old, in the name of a user who confirmed an earlier one. */
async function confirmOld(
  trx: AnyTrx,
  { tenantId, site }: WatchedStation,
  { now, lang }: Round,
): Promise<number[]> {
  const guard = await trx
    .selectFrom('ipcEvent')
    .select('confirmedBy')
    .where('tenantId', '=', tenantId)
    .where('confirmedBy', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!guard) return [];
  const rows = await trx
    .updateTable('ipcEvent')
    .set({
      ...{ state: 'confirmed', note: NOTE[lang], confirmedBy: guard.confirmedBy },
      confirmedAt: new Date(now).toISOString(),
    })
    .where('tenantId', '=', tenantId)
    .where('stationSn', '=', site.sn)
    .where('state', '=', 'open')
    .where('createdBy', 'is', null)
    .where('happenedAt', '<', new Date(now - SEEN_AFTER_MS).toISOString())
    .returning('id')
    .execute();
  return rows.map(({ id }) => Number(id));
}

/** Runs a round over the stations. Repeating the same round stores nothing twice. */
export async function watchCameras(
  { db, hub, files }: Omit<Parts, 'log'>,
  stations: readonly WatchedStation[],
  round: Round,
): Promise<void> {
  for (const station of stations) {
    const { tenantId } = station;
    const { made, seen } = await db.tenant(tenantId, async (trx) => ({
      made: await noteEvents(trxAny(trx), station, round),
      seen: await confirmOld(trxAny(trx), station, round),
    }));
    await drawEvents({ db, files }, tenantId);
    for (const id of made) hub.publish({ type: 'entity', entity: 'ipcEvent', tenantId, id, do: 'create' });
    for (const id of seen) hub.publish({ type: 'entity', entity: 'ipcEvent', tenantId, id, do: 'update' });
  }
}

export const startCameraEvents = (
  parts: Parts,
  stations: readonly DemoStation[],
  lang: SourceLang,
): LeasedWork =>
  leaseEvery(parts.db, parts.log, 'simulated cameras', LOOK_MS, () =>
    watchCameras(parts, stations, { now: Date.now(), lang }),
  );
