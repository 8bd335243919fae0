/** Creates cameras of a demo site with their events. The server draws their pictures. */
import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Services } from '../../server/engine/context.ts';
import { type AnyTrx, type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { keepBytes } from '../../server/platform/files/keepBytes.ts';
import { drawCamera } from '../../server/sites/cameras/capture.ts';
import type { SeedContext } from '../maker.ts';
import type { DemoStation } from './sites.ts';

type Kind = 'fixed' | 'ptz' | 'thermal';

const CAMERAS: readonly { name: Text; place: Text; kind: Kind; group: number }[] = [
  {
    name: { zh: '储能场区', en: 'Battery yard' },
    place: { zh: '1 号立杆', en: 'Pole 1' },
    kind: 'ptz',
    group: 0,
  },
  {
    name: { zh: '站区大门', en: 'Main gate' },
    place: { zh: '门卫室', en: 'Gatehouse' },
    kind: 'fixed',
    group: 1,
  },
  {
    name: { zh: '电池舱热像', en: 'Battery thermal' },
    place: { zh: '电池舱顶', en: 'Roof of the battery container' },
    kind: 'thermal',
    group: 0,
  },
];

const GROUPS: readonly Text[] = [
  { zh: '生产区', en: 'Plant' },
  { zh: '周界', en: 'Perimeter' },
];

export const EVENTS: readonly { title: Text; kind: string; level: string; camera: number }[] = [
  { title: { zh: '围栏处有人员', en: 'Person at the fence' }, kind: 'person', level: 'major', camera: 1 },
  {
    title: { zh: '未登记车辆进入', en: 'Unregistered vehicle enters' },
    kind: 'vehicle',
    level: 'minor',
    camera: 1,
  },
  {
    title: { zh: '电池舱门未关', en: 'Door of the battery container open' },
    kind: 'door',
    level: 'minor',
    camera: 0,
  },
  {
    title: { zh: '舱体表面温度偏高', en: 'High surface temperature of the container' },
    kind: 'heat',
    level: 'major',
    camera: 2,
  },
  { title: { zh: '画面被遮挡', en: 'Camera is obstructed' }, kind: 'covered', level: 'minor', camera: 0 },
];
export const NOTE = { zh: '现场核实，无异常。', en: 'Checked on site. No fault found.' };

const COUNT = 10;
const OPEN = 2;
const HOUR_MS = 3_600_000;
/** Hours between two events. They are not whole days, so that events happen at all hours. */
const STEP_HOURS = 37;

/** The newest events are open. */
function eventsOf(stationSn: string, cameras: readonly number[], context: Seeding): Row[] {
  const { lang, now, confirmedBy } = context;
  return Array.from({ length: COUNT }, (_, at) => {
    const { title, kind, level, camera } = EVENTS[(at + stationSn.length) % EVENTS.length]!;
    const happened = now - (at * STEP_HOURS + 1) * HOUR_MS;
    const isOpen = at < OPEN || confirmedBy === null;
    return {
      ...{ stationSn, ipcId: cameras[camera] ?? null, title: title[lang], kind, level },
      happenedAt: new Date(happened).toISOString(),
      ...(isOpen
        ? { state: 'open', note: null, confirmedBy: null, confirmedAt: null }
        : {
            ...{ state: 'confirmed', note: NOTE[lang], confirmedBy },
            confirmedAt: new Date(happened + HOUR_MS / 2).toISOString(),
          }),
    };
  });
}

interface Seeding {
  /** The user who confirmed the events. Null if no user looks after sites. */
  confirmedBy: number | null;
  lang: SourceLang;
  now: number;
}

async function seedGroups(trx: AnyTrx, tenantId: number, lang: SourceLang): Promise<number[]> {
  const names = GROUPS.map((name) => name[lang]);
  await trx
    .insertInto('ipcGroup')
    .values(names.map((name) => ({ tenantId, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await trx
    .selectFrom('ipcGroup')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('name', 'in', names)
    .execute();
  return names.map((name) => Number(rows.find((row) => row.name === name)?.id));
}

/** Creates the cameras of a demo station in their groups, with their events of the last weeks. */
export async function seedCameras(
  trx: AnyTrx,
  { tenantId, site }: DemoStation,
  seeding: Seeding,
): Promise<void> {
  const { lang } = seeding;
  const groups = await seedGroups(trx, tenantId, lang);
  const cameras = await trx
    .insertInto('ipc')
    .values(
      CAMERAS.map(({ name, place, kind, group }) => ({
        ...{
          tenantId,
          stationSn: site.sn,
          name: name[lang],
          place: place[lang],
          kind,
          groupId: groups[group],
        },
        ...{ protocol: 'simulated', vendor: 'Wattdeck' },
      })),
    )
    .returning('id')
    .execute();
  const ids = cameras.map(({ id }) => Number(id));
  await trx
    .insertInto('ipcEvent')
    .values(eventsOf(site.sn, ids, seeding).map((row) => ({ tenantId, ...row })))
    .execute();
}

const SIGHTS = [
  { pan: 0, tilt: 0, zoom: 1 },
  { pan: -35, tilt: 4, zoom: 2 },
];
const CAPTURE_HOURS = 29;

/** Creates pictures that users took with turnable cameras. */
export async function seedCaptures(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { tenantId, now, signal }: Pick<SeedContext, 'tenantId' | 'now' | 'signal'>,
): Promise<void> {
  const { cameras, userId } = await db.tenant(tenantId, async (trx) => {
    const found = await trxAny(trx)
      .selectFrom('ipc')
      .select(['id', 'stationSn', 'createdBy'])
      .where('tenantId', '=', tenantId)
      .where('kind', '=', 'ptz')
      .orderBy('id')
      .execute();
    const owner = await trxAny(trx)
      .selectFrom('ipcEvent')
      .select('confirmedBy')
      .where('tenantId', '=', tenantId)
      .where('confirmedBy', 'is not', null)
      .executeTakeFirst();
    return { cameras: found, userId: owner ? Number(owner.confirmedBy) : null };
  });
  for (const { id, stationSn } of userId === null ? [] : cameras)
    for (const [at, sight] of SIGHTS.entries()) {
      if (signal.aborted) return;
      const takenMs = now - (at + 1) * CAPTURE_HOURS * HOUR_MS;
      const view = { ...sight, moving: null, since: 0 };
      const drawn = { id: Number(id), kind: 'ptz' as const, lamp: false, view };
      const bytes = drawCamera(drawn, takenMs, 'UTC');
      const name = `${new Date(takenMs).toISOString().slice(0, 19).replaceAll(':', '-')}.png`;
      const picture = await keepBytes(files, { tenantId, userId: userId! }, { name, bytes, picture: true });
      const row = { tenantId, stationSn, ipcId: id, picture, takenAt: new Date(takenMs).toISOString() };
      await db.tenant(tenantId, (trx) =>
        trxAny(trx)
          .insertInto('ipcCapture')
          .values({ ...row, createdBy: userId, updatedBy: userId })
          .execute(),
      );
    }
}
