/** Creates the demo's robots with their devices, points, past and future missions, and maintenance. */

import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { NO_USER } from '../../server/engine/access/asker.ts';
import type { ScopedTrx } from '../../server/platform/db/index.ts';
import { type AnyTrx, type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import type { Vault } from '../../server/platform/secrets/vault.ts';
import { ACTIONS } from '../../server/sites/robots/protocol.ts';
import { makeToken } from '../../server/sites/telemetry/catalog/deviceToken.ts';
import { findPeople } from '../business/sellers.ts';
import { SIMULATED_CHANNEL } from '../links.ts';
import { DAY_MS, dayOf, type Maker, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { hash01 } from '../simulator/noise.ts';
import {
  ABORTED,
  ABORTED_POINTS,
  COMMAND_WORDS,
  codeOf,
  HOT_POINT,
  HOT_VALUE,
  MISSION_MINUTES,
  NEXT_HOURS,
  PAST_MISSIONS,
  PLAN,
  type PointSeed,
  pointsOf,
  REPORTED_WORDS,
  ROBOTS,
  type RobotSeed,
  WORDS,
} from './robotSeeds.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const OFFLINE_AFTER_S = 90;
const DEVICE_TYPE = 'other';

export const robotDeviceSn = ({ stationSn }: Pick<RobotSeed, 'stationSn'>): string => `${stationSn}-ROB`;

/** Returns the value that a robot measures at a point at a moment. */
export function measuredAt({ seed }: Pick<RobotSeed, 'seed'>, { number, measured }: PointSeed, ts: number) {
  if (!measured) return undefined;
  const share = hash01(seed * 100 + number, Math.floor(ts / MINUTE_MS)) * 2 - 1;
  return Number((measured.usual + share * measured.spread).toFixed(1));
}

function variablesOf(robot: RobotSeed, lang: SourceLang): Row[] {
  const reported = Object.entries(REPORTED_WORDS).map(([code, { unit, decimals, ...name }]) => ({
    ...{ code, name: name[lang], unit, decimals, dataType: 'number' },
  }));
  const points = pointsOf(robot).flatMap((point) => {
    const { name, measured } = point;
    const unit = measured?.unit ?? '';
    return measured ? [{ code: codeOf(point), name: name[lang], unit, decimals: 1, dataType: 'number' }] : [];
  });
  const commands = Object.entries(COMMAND_WORDS).map(([code, { dataType, ...name }]) => ({
    ...{ code, name: name[lang], unit: '', decimals: 0, dataType, writable: true },
  }));
  return [...reported, ...points, ...commands];
}

async function seedDevice(trx: AnyTrx, vault: Vault, robot: RobotSeed, lang: SourceLang): Promise<void> {
  const { tenantId, stationSn, model } = robot;
  const deviceSn = robotDeviceSn(robot);
  await trx
    .insertInto('device')
    .values({
      ...{ tenantId, sn: deviceSn, name: WORDS.device[lang], type: DEVICE_TYPE, model, stationSn },
      ...{ autoVariables: false, simulated: true, offlineAfter: OFFLINE_AFTER_S },
      ...{ channelSn: SIMULATED_CHANNEL, ...makeToken(vault, tenantId).stored },
    })
    .execute();
  for (const variable of variablesOf(robot, lang))
    await trx
      .insertInto('deviceVariable')
      .values({
        ...{ tenantId, deviceSn, sn: `${deviceSn}-${variable.code}`, kind: 'gauge', writable: null },
        ...{ minValue: null, maxValue: null, ...variable },
      })
      .execute();
}

interface Work {
  parts: Parts;
  asked: SeedContext;
  maker: Maker;
  robot: RobotSeed;
  robotId: unknown;
  keeper: number;
}

/** A past mission. It and its readings are stored as records. The server computes the figures over them. */
interface PastMission {
  startsAt: number;
  state: 'done' | 'aborted';
  points: readonly PointSeed[];
  isHot: boolean;
}

/** Returns a past mission. Past missions begin at 02:00 UTC, one on each earlier day. */
function pastMission({ robot, asked: { now } }: Work, place: number): PastMission {
  const startsAt = Math.floor(now / DAY_MS) * DAY_MS - (place + 1) * DAY_MS + 2 * HOUR_MS;
  const isAborted = place === ABORTED;
  const points = pointsOf(robot);
  return {
    ...{ startsAt, state: isAborted ? 'aborted' : 'done', isHot: robot.hot === place },
    points: isAborted ? points.slice(0, ABORTED_POINTS) : points,
  };
}

const iso = (ts: number): string => new Date(ts).toISOString();
/** The time from one point to the next. */
const POINT_MS = 3 * MINUTE_MS;

function readingOf(work: Work, mission: PastMission, missionId: unknown, at: number): Row {
  const { robot, robotId, asked } = work;
  const point = mission.points[at]!;
  const { number, name, kind, measured } = point;
  const ts = mission.startsAt + (at + 1) * POINT_MS;
  const isHot = mission.isHot && number === HOT_POINT;
  return {
    ...{ missionId, robotId, number, name: name[asked.lang], kind, takenAt: iso(ts) },
    ...(measured && {
      ...{ value: isHot ? HOT_VALUE : measuredAt(robot, point, ts), unit: measured.unit },
      ...(measured.lower !== undefined && { lower: measured.lower }),
      ...(measured.upper !== undefined && { upper: measured.upper }),
      variableSn: `${robotDeviceSn(robot)}-${codeOf(point)}`,
    }),
  };
}

/** Returns a reading as it is stored, with the same verdict that the engine computes. */
const storedReading = (work: Work, reading: Row): Row => ({
  ...{ lower: null, upper: null, value: null, unit: null, variableSn: null, ...reading },
  ...{ tenantId: work.asked.tenantId, stationSn: work.robot.stationSn, createdAt: reading.takenAt },
  ...{ verdict: reading.value === undefined ? 'seen' : 'normal', photos: '[]' },
});

async function seedPast(work: Work, place: number, assetId: unknown): Promise<void> {
  const { parts, asked, robot, robotId, keeper, maker } = work;
  const { tenantId, lang } = asked;
  const mission = pastMission(work, place);
  const { startsAt, state, points } = mission;
  const toRead = pointsOf(robot).length;
  const finishedAt = iso(startsAt + (points.length + 1) * POINT_MS);
  const found = await parts.db.tenant(tenantId, async (trx) => {
    const row = await trxAny(trx)
      .insertInto('robotMission')
      .values({
        ...{ tenantId, robotId, stationSn: robot.stationSn, name: WORDS.night[lang], state },
        ...{ startsAt: iso(startsAt), endsAt: iso(startsAt + MISSION_MINUTES * MINUTE_MS), finishedAt },
        ...{ startedAt: iso(startsAt), orderedAt: iso(startsAt), toRead, charges: 0 },
        ...{ read: points.length, findings: 0, progress: (points.length / toRead) * 100 },
        ...{ ended: state === 'aborted' ? 'user' : null, createdBy: keeper, updatedBy: keeper },
        ...{ createdAt: iso(startsAt - HOUR_MS), updatedAt: finishedAt },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const readings = points.map((_, at) => readingOf(work, mission, row.id, at));
    const isFinding = ({ number }: Row) => mission.isHot && number === HOT_POINT;
    const stored = readings.filter((one) => !isFinding(one)).map((one) => storedReading(work, one));
    await trxAny(trx).insertInto('robotRecord').values(stored).execute();
    return readings.find(isFinding);
  });
  // The server's own calls create a finding, with its defect and notices.
  if (found) await maker.make('robotRecord', { ...found, ...(assetId ? { assetId } : {}), photos: [] });
}

/** Creates the past commands that the robot's log shows. */
async function seedCommands({ parts, asked, robot }: Work): Promise<void> {
  const { tenantId, now } = asked;
  const deviceSn = robotDeviceSn(robot);
  const rows = Array.from({ length: PAST_MISSIONS }, (_, at) => PAST_MISSIONS - 1 - at).flatMap((place) => {
    const begun = Math.floor(now / DAY_MS) * DAY_MS - (place + 1) * DAY_MS + 2 * HOUR_MS;
    const points = pointsOf(robot).map(({ number, x, y }) => ({ n: number, x, y }));
    const order = { code: 'order', value: JSON.stringify({ mission: place + 1, points }), at: begun };
    const home = { code: 'action', value: ACTIONS.home, at: begun + (ABORTED_POINTS + 1) * POINT_MS };
    return place === ABORTED ? [order, home] : [order];
  });
  await parts.db.tenant(tenantId, (trx) =>
    trxAny(trx)
      .insertInto('controlCommand')
      .values(
        rows.map(({ code, value, at }) => ({
          ...{ tenantId, stationSn: robot.stationSn, deviceSn, variableSn: `${deviceSn}-${code}` },
          ...{ value: JSON.stringify(value), state: 'acknowledged', requestedByName: 'Wattdeck' },
          ...{ requestedAt: iso(at), answeredAt: iso(at + 1_000), answer: '{"success":true}' },
        })),
      )
      .execute(),
  );
}

async function seedNext({ maker, robot, robotId, asked: { lang, now } }: Work): Promise<void> {
  const begins = NEXT_HOURS.map((hours) => now + hours * HOUR_MS);
  for (const at of robot.isRunning ? [now, ...begins] : begins)
    await maker.make('robotMission', {
      ...{ name: at === now ? WORDS.day[lang] : WORDS.night[lang], robotId },
      ...{ startsAt: iso(at), endsAt: iso(at + MISSION_MINUTES * MINUTE_MS) },
    });
}

async function seedUpkeep({ maker, robotId, keeper, asked: { lang, now } }: Work): Promise<void> {
  const result = WORDS.checked[lang];
  for (const [name, kind, day, next] of [
    [WORDS.yearly[lang], 'drive', -120, 245],
    [WORDS.camera[lang], 'camera', -25, 65],
  ] as const)
    await maker.make('robotService', {
      ...{ robotId, name, kind, result, hours: 2, handlerId: keeper },
      ...{ day: dayOf(now + day * DAY_MS), nextOn: dayOf(now + next * DAY_MS) },
    });
}

async function findOwn(trx: ScopedTrx, entity: string, stationSn: string, kind?: string): Promise<unknown> {
  const row = await trxAny(trx)
    .selectFrom(entity)
    .select('id')
    .where('stationSn', '=', stationSn)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind))
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

async function seedRobot(parts: Parts, asked: SeedContext, maker: Maker, robot: RobotSeed, keeper: number) {
  const { tenantId, lang } = asked;
  const { stationSn, name, kind, model } = robot;
  const deviceSn = robotDeviceSn(robot);
  const { ipcId, assetId } = await parts.db.tenant(tenantId, async (trx) => {
    await seedDevice(trxAny(trx), parts.vault, robot, lang);
    return {
      ipcId: await findOwn(trx, 'ipc', stationSn, 'thermal'),
      assetId: await findOwn(trx, 'asset', stationSn),
    };
  });
  const { id: robotId } = await maker.make('robot', {
    ...{ name: name[lang], stationSn, kind, model, serial: `${model}-${stationSn}`, deviceSn, ...PLAN },
    ...(ipcId ? { ipcId } : {}),
    points: pointsOf(robot).map((point) => ({
      ...{ number: point.number, name: point.name[lang], kind: point.kind, x: point.x, y: point.y },
      ...(point.measured && {
        ...{ variableSn: `${deviceSn}-${codeOf(point)}`, upper: point.measured.upper },
        ...(point.measured.lower !== undefined && { lower: point.measured.lower }),
      }),
      ...(assetId && point.number === HOT_POINT ? { assetId } : {}),
    })),
  });
  // The rule has no creator, because the first steps of a tenant count only rules that users create.
  await makerFor(parts, asked, { id: NO_USER, name: '' }).make('alarmGenerater', {
    ...{
      name: WORDS.rule[lang],
      info: WORDS.info[lang],
      stationSn,
      deviceSn,
      variableSn: `${deviceSn}-point${HOT_POINT}`,
    },
    ...{ level: 'major', kind: 'threshold', operator: '>', threshold: 70, enabled: true },
  });
  const work: Work = { parts, asked, maker, robot, robotId, keeper };
  await seedCommands(work);
  for (let place = PAST_MISSIONS - 1; place >= 0; place -= 1) {
    asked.signal.throwIfAborted();
    await seedPast(work, place, assetId);
  }
  await seedNext(work);
  await seedUpkeep(work);
}

/** Creates the robots of one tenant. Creates none without a responsible person. */
export async function seedRobots(parts: Parts, context: SeedContext): Promise<void> {
  const { tenantId } = context;
  const own = ROBOTS.filter((robot) => robot.tenantId === tenantId);
  if (own.length === 0) return;
  const [person] = await parts.db.tenant(tenantId, (trx) => findPeople(trx, tenantId, 'engineering'));
  if (!person) return;
  const maker = makerFor(parts, context, person);
  for (const robot of own) await seedRobot(parts, context, maker, robot, person.id);
}
