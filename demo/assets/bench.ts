/** The devices of the test benches of the demo, and the plan of their tests. */
import type { Services } from '../../server/engine/context.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import type { RunPlan } from '../../server/sites/factoryTests/procedure.ts';
import { makeToken } from '../../server/sites/telemetry/catalog/deviceToken.ts';
import type { Parts, SeedContext } from '../maker.ts';
import { TENANT_SOUTH } from '../sites/sites.ts';
import type { Quantity } from './benchBattery.ts';

export type BenchParts = Parts & Pick<Services, 'telemetry'>;

export const RATED_POWER = 100;
export const RATED_ENERGY = 215;

export const PLAN: RunPlan = {
  ...{ serviceType: 'cycle', strategyType: 'constantPower', power: RATED_POWER, ratedEnergy: RATED_ENERGY },
  ...{ socFrom: 0, socTo: 100, restMinutes: 30, shippingSoc: 30, temperatureMin: 0, temperatureMax: 50 },
};

/** The bench at which a test runs when the demo starts. The others are switched off between tests. */
export const RUNNING_BENCH = { tenantId: TENANT_SOUTH, stationSn: 'SZ01' } as const;
/** The cabinet under test at the running bench. */
export const RUNNING_CABINET = { capacity: 218.2, power: RATED_POWER, seed: 7 } as const;

const WORDS = {
  pcs: { zh: '试验台变流器', en: 'Test bench converter' },
  battery: { zh: '试验台电池接口', en: 'Test bench battery' },
} as const;

/** The variable of the set point. It reports only at a bench that is switched on. */
export const SET_POINT = 'setpoint';

interface BenchVariable {
  device: 'pcs' | 'battery';
  code: string;
  of: Quantity | typeof SET_POINT;
  unit: string;
  decimals: number;
  name: { zh: string; en: string };
}

const PCS = { device: 'pcs', unit: 'kW', decimals: 1 } as const;
const COUNTER = { device: 'pcs', unit: 'kWh', decimals: 3 } as const;
const CELL_VOLTAGE = { device: 'battery', unit: 'V', decimals: 3 } as const;
const CELL_TEMPERATURE = { device: 'battery', unit: '°C', decimals: 1 } as const;

/** Variables of the bench, with the source of their points. */
export const BENCH_VARIABLES: readonly BenchVariable[] = [
  { ...PCS, code: 'power', of: 'power', name: { zh: '功率', en: 'Power' } },
  { ...PCS, code: SET_POINT, of: SET_POINT, name: { zh: '功率设定值', en: 'Set power' } },
  { ...PCS, code: 'auxiliaryPower', of: 'auxiliary', name: { zh: '辅助功率', en: 'Auxiliary power' } },
  { ...COUNTER, code: 'chargeEnergy', of: 'charge', name: { zh: '充电电量', en: 'Charged energy' } },
  { ...COUNTER, code: 'dischargeEnergy', of: 'discharge', name: { zh: '放电电量', en: 'Discharged energy' } },
  {
    ...{ device: 'battery', code: 'soc', of: 'soc', unit: '%', decimals: 1 },
    name: { zh: '荷电状态', en: 'State of charge' },
  },
  {
    ...{ ...CELL_VOLTAGE, code: 'cellVoltageMax', of: 'cellVoltageMax' },
    name: { zh: '单体最高电压', en: 'Highest cell voltage' },
  },
  {
    ...{ ...CELL_VOLTAGE, code: 'cellVoltageMin', of: 'cellVoltageMin' },
    name: { zh: '单体最低电压', en: 'Lowest cell voltage' },
  },
  {
    ...{ ...CELL_TEMPERATURE, code: 'cellTemperatureMax', of: 'cellTemperatureMax' },
    name: { zh: '单体最高温度', en: 'Highest cell temperature' },
  },
  {
    ...{ ...CELL_TEMPERATURE, code: 'cellTemperatureMin', of: 'cellTemperatureMin' },
    name: { zh: '单体最低温度', en: 'Lowest cell temperature' },
  },
];

export const benchDevice = (stationSn: string, type: 'pcs' | 'battery'): string =>
  `${stationSn}-TB-${type === 'pcs' ? 'PCS' : 'BAT'}`;

export const benchVariable = (stationSn: string, { device, code }: BenchVariable): string =>
  `${benchDevice(stationSn, device)}-${code}`;

const kindOf = ({ unit }: BenchVariable): string => (unit === 'kWh' ? 'counter' : 'gauge');

const limitsOf = ({ code }: BenchVariable) =>
  code === SET_POINT ? { writable: true, minValue: -RATED_POWER, maxValue: RATED_POWER } : {};

/** Makes the devices of the bench. They are switched on only during a test. A silent device is therefore no fault. */
export async function makeBench(
  { db, vault }: BenchParts,
  { tenantId, lang }: SeedContext,
  stationSn: string,
): Promise<void> {
  await db.tenant(tenantId, async (trx) => {
    const any = trxAny(trx);
    for (const type of ['pcs', 'battery'] as const)
      await any
        .insertInto('device')
        .values({
          ...{ tenantId, sn: benchDevice(stationSn, type), name: WORDS[type][lang], type, stationSn },
          ...{ autoVariables: false, simulated: true, enabled: false },
          ...makeToken(vault, tenantId).stored,
        })
        .execute();
    for (const variable of BENCH_VARIABLES) {
      const { device, code, unit, decimals, name } = variable;
      await any
        .insertInto('deviceVariable')
        .values({
          ...{ tenantId, sn: benchVariable(stationSn, variable), deviceSn: benchDevice(stationSn, device) },
          ...{ code, name: name[lang], unit, decimals, kind: kindOf(variable), dataType: 'number' },
          ...limitsOf(variable),
        })
        .execute();
    }
  });
}
