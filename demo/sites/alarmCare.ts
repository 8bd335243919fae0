/** Sets up how a demo tenant handles its alarms: types, recipients, channels and suppression windows. */
import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Trx } from '../../server/platform/db/index.ts';
import { type AnyTrx, trxAny } from '../../server/platform/db/tables/anyTable.ts';

const SUNDAY = 7;

const TYPES: readonly { code: string; name: Text; level: string; remark: Text }[] = [
  {
    code: 'BATTERY',
    name: { zh: '电池异常', en: 'Battery' },
    level: 'major',
    remark: { zh: '温度、压差与电量。', en: 'Temperature, spread and charge.' },
  },
  {
    code: 'GRID',
    name: { zh: '电网异常', en: 'Grid' },
    level: 'minor',
    remark: { zh: '电压、频率与需量。', en: 'Voltage, frequency and demand.' },
  },
  {
    code: 'LINK',
    name: { zh: '通讯中断', en: 'Communication' },
    level: 'critical',
    remark: { zh: '设备或整站离线。', en: 'A device or the whole station is offline.' },
  },
];

const TEMPLATE = {
  name: { zh: '值班短讯', en: 'Short text for the shift' },
  subjectZh: '{status}：{station} {info}',
  bodyZh: '{time} {device} {info}',
  subjectEn: '{status}: {station} {info}',
  bodyEn: '{time} {device} {info}',
};
const CHANNEL = { zh: '值班邮箱（示例，未启用）', en: 'Mailbox of the shift (example, disabled)' };
const POLICY = { zh: '重要告警：先值班，后负责人', en: 'Serious alarms: first the shift, then the manager' };
const SUPPRESSION = {
  name: { zh: '周日例行检修', en: 'Maintenance on Sundays' },
  reason: { zh: '每周日凌晨检修计量柜。', en: 'Maintenance of the metering cabinet early on Sundays.' },
};
const ESCALATE_MINUTES = 30;

async function roleId(trx: Trx, tenantId: number, key: string): Promise<number> {
  const { id } = await trx
    .selectFrom('role')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

async function insertOne(trx: AnyTrx, table: string, values: Record<string, unknown>): Promise<number> {
  const { id } = await trx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow();
  return Number(id);
}

/** Adds an example channel. It sends no mail until a user enters an address and enables it. */
async function seedNotifications(trx: Trx, tenantId: number, lang: SourceLang): Promise<void> {
  const anyTrx = trxAny(trx);
  const templateId = await insertOne(anyTrx, 'notificationTemplate', {
    ...TEMPLATE,
    tenantId,
    name: TEMPLATE.name[lang],
  });
  await insertOne(anyTrx, 'notificationChannel', {
    ...{ tenantId, templateId, name: CHANNEL[lang], lang, kind: 'email', enabled: false },
    addresses: 'shift@example.com',
  });
  const steps = [
    { after: 0, roles: [await roleId(trx, tenantId, 'operator')] },
    { after: ESCALATE_MINUTES, roles: [await roleId(trx, tenantId, 'administrator')] },
  ];
  await insertOne(anyTrx, 'alarmEscalation', {
    ...{ tenantId, name: POLICY[lang], enabled: true, tellEnd: true },
    levels: JSON.stringify(['critical', 'major']),
    steps: JSON.stringify(steps),
  });
}

export async function seedAlarmCare(trx: Trx, tenantId: number, lang: SourceLang): Promise<void> {
  const anyTrx = trxAny(trx);
  for (const { code, name, level, remark } of TYPES)
    await insertOne(anyTrx, 'alarmType', { tenantId, code, level, name: name[lang], remark: remark[lang] });
  const stations = await anyTrx.selectFrom('station').select('sn').where('tenantId', '=', tenantId).execute();
  for (const { sn } of stations)
    await insertOne(anyTrx, 'alarmSuppression', {
      ...{ tenantId, stationSn: sn, deviceSn: `${sn}-METER`, enabled: true, weekly: true },
      ...{ name: SUPPRESSION.name[lang], reason: SUPPRESSION.reason[lang] },
      ...{ weekdays: JSON.stringify([SUNDAY]), fromTime: '02:00', toTime: '04:00' },
    });
  await seedNotifications(trx, tenantId, lang);
}
