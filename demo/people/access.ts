/** Sets the EMS functions of a demo station, its external observer, and whom to call about alarms. */
import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Trx } from '../../server/platform/db/index.ts';
import { DAY_MS, dayOf } from '../maker.ts';
import { demoStations, TENANT_SOUTH } from '../sites/sites.ts';

const OBSERVER = 'observer';
const MONTHS_6 = 183;
/** Menu entries through which the observer sees the stations. */
const SHOWN = ['/main/ems/map/monitor', '/main/ems/map/warning/record'];
const FEW = ['/main/ems', '/main/ems/map/monitor', '/main/ems/map/warning'];

const PHONES: readonly {
  name: Text;
  phone: string;
  levels: readonly string[];
  from: string | null;
  to: string | null;
  remark: Text;
}[] = [
  {
    name: { zh: '值班手机', en: 'Phone of the shift' },
    phone: '139000101',
    levels: [],
    from: null,
    to: null,
    remark: { zh: '全天有人接听。', en: 'Answered day and night.' },
  },
  {
    name: { zh: '现场电工', en: 'Electrician on site' },
    phone: '139000102',
    levels: ['critical', 'major'],
    from: '08:00:00',
    to: '20:00:00',
    remark: { zh: '白班，可到柜前操作。', en: 'Day shift. Can work at the cabinet.' },
  },
  {
    name: { zh: '夜班负责人', en: 'Head of the night shift' },
    phone: '139000103',
    levels: ['critical'],
    from: '20:00:00',
    to: '08:00:00',
    remark: { zh: '仅紧急告警。', en: 'For critical alarms only.' },
  },
];

async function entriesAt(trx: Trx, tenantId: number, routes: readonly string[]): Promise<string> {
  const rows = await trx
    .selectFrom('emsMenu')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('route', 'in', [...routes])
    .orderBy('id')
    .execute();
  return JSON.stringify(rows.map(({ id }) => id));
}

async function seedPhones(trx: Trx, tenantId: number, lang: SourceLang): Promise<void> {
  const stations = demoStations.filter((station) => station.tenantId === tenantId);
  const rows = stations.flatMap(({ site }, place) =>
    PHONES.map(({ name, phone, levels, from, to, remark }, order) => ({
      ...{ tenantId, stationSn: site.sn, name: name[lang], phone: `${phone}${10 + place}`, sort: order + 1 },
      ...{ levels: JSON.stringify(levels), weekdays: '[]', fromTime: from, toTime: to, remark: remark[lang] },
    })),
  );
  await trx.insertInto('emsPhone').values(rows).execute();
}

/**
 * Limits a station's functions. Users who try the demo first see the tenant's first station by name, which has every
 * function.
 */
async function narrowSite(
  trx: Trx,
  tenantId: number,
  sn: string | undefined,
  lang: SourceLang,
): Promise<void> {
  if (sn === undefined) return;
  const { id: siteId, name } = await trx
    .selectFrom('station')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('siteEmsMenu')
    .values({
      ...{ tenantId, siteId, name, menuIds: await entriesAt(trx, tenantId, FEW) },
      remark: { zh: '客户只购买了监测与告警。', en: 'The customer has bought only monitoring and alarms.' }[
        lang
      ],
    })
    .execute();
}

export async function seedAccess(trx: Trx, tenantId: number, lang: SourceLang, now: number): Promise<void> {
  await seedPhones(trx, tenantId, lang);
  const sns = demoStations.filter((station) => station.tenantId === tenantId).map(({ site }) => site.sn);
  await narrowSite(trx, tenantId, sns[1], lang);
  const person = await trx
    .selectFrom('user')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('username', '=', OBSERVER)
    .executeTakeFirst();
  if (!person || tenantId !== TENANT_SOUTH) return;
  await trx
    .insertInto('emsObserver')
    .values({
      ...{ tenantId, userId: person.id, name: person.name, stationSns: JSON.stringify(sns.slice(0, 2)) },
      ...{ menus: await entriesAt(trx, tenantId, SHOWN), until: dayOf(now + MONTHS_6 * DAY_MS) },
      remark: { zh: '园区业主，半年内可查看。', en: 'Owner of the park, with access for six months.' }[lang],
    })
    .execute();
}
