/** Creates the device models of a demo tenant: the registers of the simulated devices, and a power quality analyser. */
import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Trx } from '../../server/platform/db/index.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { catalogue, PHASES } from '../simulator/catalogue.ts';

interface Alarm {
  operator: '>' | '<';
  threshold: number;
  level: 'critical' | 'major' | 'minor' | 'info';
  delay?: number;
}

interface Quantity {
  code: string;
  unit: string;
  kind: string;
  decimals: number;
  zh: string;
  en: string;
  energyRole?: string;
}

interface Model {
  name: string;
  manufacturer: Text;
  type: string;
  remark: Text;
  registers: readonly Quantity[];
  alarms: Readonly<Record<string, Alarm>>;
}

/** Invented manufacturers in each language. */
const MAKERS = {
  meter: { zh: '恒准仪表', en: 'Hengzhun Instruments' },
  power: { zh: '光岳电气', en: 'Guangyue Electric' },
  battery: { zh: '储宁能源', en: 'Chuning Energy' },
} as const;

const ofCatalogue = (model: string): readonly Quantity[] =>
  catalogue.find((device) => device.model === model)?.variables ?? [];

const MODELS: readonly Model[] = [
  {
    name: 'DTSD-3F',
    manufacturer: MAKERS.meter,
    type: 'meter',
    remark: { zh: '三相多功能关口表。', en: 'A three-phase meter for the point of supply.' },
    registers: ofCatalogue('DTSD-3F'),
    alarms: {
      powerFactor: { operator: '<', threshold: 0.85, level: 'info', delay: 900 },
      frequency: { operator: '>', threshold: 50.5, level: 'major', delay: 10 },
    },
  },
  {
    name: 'SG-STR',
    manufacturer: MAKERS.power,
    type: 'inverter',
    remark: { zh: '组串式光伏逆变器。', en: 'A string inverter.' },
    registers: ofCatalogue('SG-STR'),
    alarms: { moduleTemperature: { operator: '>', threshold: 75, level: 'minor', delay: 300 } },
  },
  {
    name: 'LFP-280',
    manufacturer: MAKERS.battery,
    type: 'battery',
    remark: { zh: '280 Ah 磷酸铁锂电池簇。', en: 'A string of 280 Ah LFP cells.' },
    registers: ofCatalogue('LFP-280'),
    alarms: {
      cellTemperatureMax: { operator: '>', threshold: 45, level: 'critical', delay: 30 },
      cellVoltageSpread: { operator: '>', threshold: 120, level: 'major', delay: 60 },
      soc: { operator: '<', threshold: 8, level: 'minor', delay: 60 },
    },
  },
  {
    name: 'PCS-1725',
    manufacturer: MAKERS.power,
    type: 'pcs',
    remark: { zh: '储能变流器。', en: 'A battery converter.' },
    registers: ofCatalogue('PCS-1725'),
    alarms: { auxiliaryPower: { operator: '>', threshold: 12, level: 'info', delay: 600 } },
  },
  {
    name: 'PQ-3',
    manufacturer: MAKERS.meter,
    type: 'meter',
    remark: { zh: '电能质量分析仪。', en: 'An analyser of power quality.' },
    registers: ofCatalogue('PQ-3'),
    alarms: {
      unbalance: { operator: '>', threshold: 2, level: 'minor', delay: 600 },
      ...Object.fromEntries(
        PHASES.map((phase): [string, Alarm] => [
          `thdU${phase}`,
          { operator: '>', threshold: 5, level: 'minor', delay: 600 },
        ]),
      ),
    },
  },
];

/** Address of the first register. Each quantity takes two registers. */
const FIRST_ADDRESS = 40;
const WORDS = 2;

function registerRow(
  { zh, en, code, unit, kind, decimals, energyRole }: Quantity,
  at: number,
  alarm: Alarm | undefined,
  lang: SourceLang,
) {
  return {
    ...{ position: at + 1, code, name: lang === 'en' ? en : zh, unit, kind, decimals },
    ...{ dataType: 'number', scale: 1, energyRole: energyRole ?? null, writable: code === 'setpoint' },
    ...{ area: 'holding', address: FIRST_ADDRESS + at * WORDS, encoding: 'f32' },
    ...{ alarmOperator: alarm?.operator ?? '>', alarmThreshold: alarm?.threshold ?? null },
    ...{ alarmLevel: alarm?.level ?? 'minor', alarmDelay: alarm?.delay ?? 0 },
  };
}

/** Adds the models before the devices that refer to them. */
export async function seedModels(trx: Trx, tenantId: number, lang: SourceLang): Promise<void> {
  for (const { name, manufacturer, type, remark, registers, alarms } of MODELS) {
    const { id } = await trxAny(trx)
      .insertInto('deviceModel')
      .values({
        ...{ tenantId, name, type, manufacturer: manufacturer[lang], remark: remark[lang], offlineAfter: 60 },
        ...{ enabled: true, registerCount: registers.length, devices: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = registers.map((register, at) => ({
      ...{ tenantId, modelId: id },
      ...registerRow(register, at, alarms[register.code], lang),
    }));
    await trxAny(trx).insertInto('deviceModelRegister').values(rows).execute();
  }
}

/** Sets the model of the simulated devices, which already have their variables. */
export async function linkModels(trx: Trx, tenantId: number): Promise<void> {
  for (const { name } of MODELS) {
    const { id } = await trxAny(trx)
      .selectFrom('deviceModel')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    const named = await trxAny(trx)
      .updateTable('device')
      .set({ modelId: id })
      .where('tenantId', '=', tenantId)
      .where('model', '=', name)
      .returning('id')
      .execute();
    await trxAny(trx)
      .updateTable('deviceModel')
      .set({ devices: named.length })
      .where('id', '=', id)
      .execute();
  }
}
