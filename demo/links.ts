/** Creates the connections of a demo tenant: servers, channels, and the controller of each station. */
import { sql } from 'kysely';
import type { Text } from '../generated/definition.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { Trx } from '../server/platform/db/index.ts';
import { type AnyTrx, trxAny } from '../server/platform/db/tables/anyTable.ts';
import type { DemoStation } from './sites/sites.ts';

/** The channel of all simulated devices. */
export const SIMULATED_CHANNEL = 'CH-SIM';
/** A channel that stopped before the demo began. */
export const SILENT_CHANNEL = 'CH-HTTP';
export const SILENT_HOURS = 2;

const CHANNELS: readonly {
  sn: string;
  protocol: string;
  name: Text;
  remark: Text;
  server?: 'web' | 'mqtt';
}[] = [
  {
    sn: SIMULATED_CHANNEL,
    protocol: 'simulated',
    name: { zh: '模拟站点通道', en: 'Simulated stations' },
    remark: { zh: '演示站点的数据通过此通道接入。', en: 'Channel for the data of the demo stations.' },
  },
  {
    sn: 'CH-MQTT',
    protocol: 'mqtt',
    server: 'mqtt',
    name: { zh: '现场网关 MQTT', en: 'MQTT of gateways on site' },
    remark: { zh: '已开通，尚无设备上报。', en: 'Channel is open. No device has reported yet.' },
  },
  {
    sn: SILENT_CHANNEL,
    protocol: 'http',
    server: 'web',
    name: { zh: '第三方电表 HTTP', en: 'HTTP of third-party meters' },
    remark: { zh: '对方系统两小时前停止推送。', en: 'The other system stopped sending two hours ago.' },
  },
  {
    sn: 'CH-BATCH',
    protocol: 'batch',
    server: 'web',
    name: { zh: '历史数据补传', en: 'Late data in batches' },
    remark: {
      zh: '采集程序断网恢复后补传。',
      en: 'Collectors send stored data after a network interruption.',
    },
  },
];

const SERVERS: Readonly<Record<'web' | 'mqtt', { name: Text; role: string }>> = {
  web: { name: { zh: 'HTTP 接入服务器', en: 'HTTP intake' }, role: 'receive' },
  mqtt: { name: { zh: 'MQTT 接入服务器', en: 'MQTT intake' }, role: 'receive' },
};

const COLLECTOR = { zh: '能量管理控制器', en: 'Energy management controller' };
const CABINET = { zh: '配电室 1 号柜', en: 'Cabinet 1 of the switch room' };
const VERSION = '4.2.1';

/** The ports on which the server listens, if they are known before it listens. */
export interface DemoPorts {
  web: number;
  mqtt: number;
}

export const collectorSn = (stationSn: string): string => `${stationSn}-GW`;

/** Adds the links before the devices that refer to them. */
export async function seedLinks(
  trx: Trx,
  tenantId: number,
  ports: DemoPorts,
  lang: SourceLang,
): Promise<void> {
  const ids = new Map<string, unknown>();
  for (const [key, { name, role }] of Object.entries(SERVERS)) {
    const { id } = await trxAny(trx)
      .insertInto('monitorServer')
      .values({
        ...{ tenantId, name: name[lang], host: '127.0.0.1', port: ports[key as 'web' | 'mqtt'], role },
        ...{ state: 'unknown', channels: CHANNELS.filter(({ server }) => server === key).length },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(key, id);
  }
  for (const { sn, protocol, name, remark, server } of CHANNELS)
    await trxAny(trx)
      .insertInto('channel')
      .values({
        ...{ tenantId, sn, protocol, companyId: tenantId, name: name[lang], remark: remark[lang] },
        ...{ serverId: server ? ids.get(server) : null, state: 'unknown', offlineAfter: 300, devices: 0 },
      })
      .execute();
  await sql`insert into link_heard (tenant_id, entity, record_id, heard_at, minute, points)
    select tenant_id, 'channel', id, now() - make_interval(hours => ${SILENT_HOURS}),
           date_trunc('minute', now()) - make_interval(hours => ${SILENT_HOURS}), 42
      from channel where tenant_id = ${tenantId} and sn = ${SILENT_CHANNEL}`.execute(trx);
}

/** Creates the controller that collects the data of a station's devices. */
export const seedCollector = (
  trx: AnyTrx,
  { tenantId, site }: DemoStation,
  lang: SourceLang,
): Promise<unknown> =>
  trx
    .insertInto('collectorDevice')
    .values({
      ...{ tenantId, sn: collectorSn(site.sn), name: `${site.sn} ${COLLECTOR[lang]}`, stationSn: site.sn },
      ...{ companyId: tenantId, channelSn: SIMULATED_CHANNEL, model: 'EMS-2000', address: CABINET[lang] },
      ...{ state: 'unknown', offlineAfter: 60, devices: 0 },
    })
    .execute();

/** Links the controller after the devices exist, because the controller is itself one of the devices. */
export async function linkCollector(trx: Trx, { tenantId, site }: DemoStation, now: number): Promise<void> {
  const sn = `${site.sn}-EMS`;
  await sql`update collector_device c set device_sn = ${sn}, devices = (
      select count(*) from device d where d.tenant_id = c.tenant_id and d.collector_sn = c.sn)
    where c.tenant_id = ${tenantId} and c.station_sn = ${site.sn}`.execute(trx);
  await sql`update channel c set devices = (
      select count(*) from device d where d.tenant_id = c.tenant_id and d.channel_sn = c.sn)
    where c.tenant_id = ${tenantId}`.execute(trx);
  const attributes = { version: VERSION, time: now + site.seed / 2, buffered: 0 };
  await sql`insert into device_attribute (tenant_id, device_id, scope, key, value, updated_at)
    select d.tenant_id, d.id, 'client', a.key, a.value, to_timestamp(${now}::float8 / 1000)
      from device d, jsonb_each(${JSON.stringify(attributes)}::jsonb) a
     where d.tenant_id = ${tenantId} and d.sn = ${sn}`.execute(trx);
}
