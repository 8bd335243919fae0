/**
 * The catalogue lists the device kinds and variables of a simulated site, for the seed that creates them and the
 * simulator that fills them.
 */
import type { Text } from '../../generated/definition.ts';

type VariableKind = 'gauge' | 'counter';
type EnergyRole = 'pv' | 'charge' | 'discharge' | 'gridImport' | 'gridExport' | 'load';

interface CatalogueVariable {
  code: string;
  unit: string;
  kind: VariableKind;
  decimals: number;
  zh: string;
  en: string;
  energyRole?: EnergyRole;
  /** The names of its values from 0 on, if they are states. */
  states?: readonly Text[];
}

export interface CatalogueDevice {
  /** Suffix of the device number (sn). Each array has its own inverter. */
  device: string;
  type: string;
  model: string;
  zh: string;
  en: string;
  variables: readonly CatalogueVariable[];
}

type Row = readonly [string, string, VariableKind, number, string, string, EnergyRole?];

/** The names of a variable's codes, from 0 on. */
const STATES: Readonly<Record<string, readonly Text[]>> = {
  gridMode: [
    { zh: '离网', en: 'Off grid' },
    { zh: '并网', en: 'On grid' },
  ],
  workMode: [
    { zh: '待机', en: 'Idle' },
    { zh: '充电', en: 'Charging' },
    { zh: '放电', en: 'Discharging' },
  ],
  tariffPeriod: [
    { zh: '谷', en: 'Valley' },
    { zh: '平', en: 'Flat' },
    { zh: '峰', en: 'Peak' },
    { zh: '尖', en: 'Sharp' },
  ],
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((place) => [
      `qf${place}`,
      [
        { zh: '分闸', en: 'Open' },
        { zh: '合闸', en: 'Closed' },
      ],
    ]),
  ),
};

export const PHASES = ['A', 'B', 'C'] as const;
const LINES = { A: 'AB', B: 'BC', C: 'CA' } as const;
export const ORDERS = [3, 5, 7, 11] as const;

const variables = (rows: readonly Row[]): CatalogueVariable[] =>
  rows.map(([code, unit, kind, decimals, zh, en, energyRole]) => ({
    code,
    unit,
    kind,
    decimals,
    zh,
    en,
    ...(energyRole ? { energyRole } : {}),
    ...(STATES[code] ? { states: STATES[code] } : {}),
  }));

export const INVERTER = 'INV';
export const ANALYSER = 'PQ';
export const SWITCHGEAR = 'SWG';
export const CELL_MONITOR = 'BMU';
/** Number of packs of each cluster whose cells are reported separately. These are the first packs. */
export const CELL_PACKS = 4;
export const PACK_CELLS = 16;

/** Returns the quantities of a power quality analyser: each phase with its harmonics. */
const qualityRows = (): Row[] => [
  ['frequency', 'Hz', 'gauge', 3, '频率', 'Frequency'],
  ['unbalance', '%', 'gauge', 2, '电压不平衡度', 'Voltage unbalance'],
  ...PHASES.flatMap((phase): Row[] => [
    [`voltage${phase}`, 'V', 'gauge', 1, `${LINES[phase]} 线电压`, `Voltage ${LINES[phase]}`],
    [`current${phase}`, 'A', 'gauge', 1, `${phase} 相电流`, `Current ${phase}`],
    [`thdU${phase}`, '%', 'gauge', 2, `${phase} 相电压总畸变率`, `Voltage THD ${phase}`],
    ...ORDERS.map(
      (order): Row => [
        ...([`u${phase}h${order}`, '%', 'gauge', 2] as const),
        ...([`${phase} 相 ${order} 次谐波电压`, `Voltage harmonic ${order} ${phase}`] as const),
      ],
    ),
    [`plt${phase}`, '', 'gauge', 2, `${phase} 相长时闪变`, `Flicker Plt ${phase}`],
    [`angleU${phase}`, '°', 'gauge', 1, `${LINES[phase]} 线电压相角`, `Angle of voltage ${LINES[phase]}`],
    [`angleI${phase}`, '°', 'gauge', 1, `${phase} 相电流相角`, `Angle of current ${phase}`],
  ]),
];

/** Returns each cell with its pack and its place in it. */
const cellRows = (): Row[] =>
  Array.from({ length: CELL_PACKS * PACK_CELLS }, (_, at): Row[] => {
    const place = `${Math.floor(at / PACK_CELLS) + 1}_${(at % PACK_CELLS) + 1}`;
    const name = place.replace('_', '-');
    return [
      [`cellVoltage_${place}`, 'V', 'gauge', 3, `${name} 号电芯电压`, `Voltage of cell ${name}`],
      [`cellTemperature_${place}`, '°C', 'gauge', 1, `${name} 号电芯温度`, `Temperature of cell ${name}`],
    ];
  }).flat();

export const catalogue: readonly CatalogueDevice[] = [
  {
    device: 'METER',
    type: 'meter',
    model: 'DTSD-3F',
    zh: '关口电表',
    en: 'Grid meter',
    variables: variables([
      ['power', 'kW', 'gauge', 1, '有功功率', 'Active power'],
      ['reactivePower', 'kvar', 'gauge', 1, '无功功率', 'Reactive power'],
      ['powerFactor', '', 'gauge', 3, '功率因数', 'Power factor'],
      ['frequency', 'Hz', 'gauge', 3, '频率', 'Frequency'],
      ['voltageA', 'V', 'gauge', 1, 'AB 线电压', 'Voltage AB'],
      ['voltageB', 'V', 'gauge', 1, 'BC 线电压', 'Voltage BC'],
      ['voltageC', 'V', 'gauge', 1, 'CA 线电压', 'Voltage CA'],
      ['currentA', 'A', 'gauge', 1, 'A 相电流', 'Current A'],
      ['currentB', 'A', 'gauge', 1, 'B 相电流', 'Current B'],
      ['currentC', 'A', 'gauge', 1, 'C 相电流', 'Current C'],
      ['demand', 'kW', 'gauge', 1, '需量', 'Demand'],
      ['importEnergy', 'kWh', 'counter', 1, '正向有功电能', 'Imported energy', 'gridImport'],
      ['exportEnergy', 'kWh', 'counter', 1, '反向有功电能', 'Exported energy', 'gridExport'],
    ]),
  },
  {
    device: ANALYSER,
    type: 'meter',
    model: 'PQ-3',
    zh: '电能质量分析仪',
    en: 'Power quality analyser',
    variables: variables(qualityRows()),
  },
  {
    device: INVERTER,
    type: 'inverter',
    model: 'SG-STR',
    zh: '光伏逆变器',
    en: 'PV inverter',
    variables: variables([
      ['power', 'kW', 'gauge', 1, '交流功率', 'AC power'],
      ['dcPower', 'kW', 'gauge', 1, '直流功率', 'DC power'],
      ['dcVoltage', 'V', 'gauge', 1, '直流电压', 'DC voltage'],
      ['dcCurrent', 'A', 'gauge', 1, '直流电流', 'DC current'],
      ['efficiency', '%', 'gauge', 2, '转换效率', 'Efficiency'],
      ['irradiance', 'W/m²', 'gauge', 0, '组件面辐照度', 'Plane irradiance'],
      ['moduleTemperature', '°C', 'gauge', 1, '组件温度', 'Module temperature'],
      ['dayEnergy', 'kWh', 'counter', 1, '当日发电量', 'Energy today'],
      ['energy', 'kWh', 'counter', 1, '累计发电量', 'Total energy', 'pv'],
    ]),
  },
  {
    device: 'BAT',
    type: 'battery',
    model: 'LFP-280',
    zh: '储能电池',
    en: 'Battery',
    variables: variables([
      ['soc', '%', 'gauge', 1, '荷电状态', 'State of charge'],
      ['soh', '%', 'gauge', 2, '健康状态', 'State of health'],
      ['voltage', 'V', 'gauge', 1, '簇电压', 'String voltage'],
      ['current', 'A', 'gauge', 1, '簇电流', 'String current'],
      ['cellVoltageMax', 'V', 'gauge', 3, '单体最高电压', 'Highest cell voltage'],
      ['cellVoltageMin', 'V', 'gauge', 3, '单体最低电压', 'Lowest cell voltage'],
      ['cellVoltageSpread', 'mV', 'gauge', 0, '单体压差', 'Cell voltage spread'],
      ['cellTemperatureMax', '°C', 'gauge', 1, '单体最高温度', 'Highest cell temperature'],
      ['cellTemperatureMin', '°C', 'gauge', 1, '单体最低温度', 'Lowest cell temperature'],
      ['availableEnergy', 'kWh', 'gauge', 1, '可放电量', 'Available energy'],
      ['cycles', '', 'counter', 2, '循环次数', 'Cycles'],
    ]),
  },
  {
    device: CELL_MONITOR,
    type: 'battery',
    model: 'BMU-64',
    zh: '1 号簇单体采集单元',
    en: 'Cell monitor of cluster 1',
    variables: variables(cellRows()),
  },
  {
    device: 'PCS',
    type: 'pcs',
    model: 'PCS-1725',
    zh: '储能变流器',
    en: 'Battery converter',
    variables: variables([
      ['power', 'kW', 'gauge', 1, '有功功率（放电为正）', 'Active power (discharge positive)'],
      ['setpoint', 'kW', 'gauge', 1, '功率指令', 'Power set point'],
      ['gridMode', '', 'gauge', 0, '并离网状态', 'Grid connection'],
      [
        'workMode',
        '',
        'gauge',
        0,
        '运行状态（1 充电 2 放电 0 待机）',
        'Mode (1 charge, 2 discharge, 0 idle)',
      ],
      ['auxiliaryPower', 'kW', 'gauge', 1, '辅助功耗', 'Auxiliary power'],
      ['chargeEnergy', 'kWh', 'counter', 1, '累计充电量', 'Charged energy', 'charge'],
      ['dischargeEnergy', 'kWh', 'counter', 1, '累计放电量', 'Discharged energy', 'discharge'],
    ]),
  },
  {
    device: 'LOAD',
    type: 'load',
    model: 'PD-GGD',
    zh: '厂区负荷',
    en: 'Site load',
    variables: variables([
      ['power', 'kW', 'gauge', 1, '负荷功率', 'Load power'],
      ['energy', 'kWh', 'counter', 1, '累计用电量', 'Consumed energy', 'load'],
    ]),
  },
  {
    device: 'TR',
    type: 'transformer',
    model: 'S22-M',
    zh: '主变压器监测',
    en: 'Transformer monitor',
    variables: variables([
      ['load', '%', 'gauge', 1, '负载率', 'Load'],
      ['oilTemperature', '°C', 'gauge', 1, '顶层油温', 'Top oil temperature'],
      ['windingTemperature', '°C', 'gauge', 1, '绕组温度', 'Winding temperature'],
    ]),
  },
  {
    device: SWITCHGEAR,
    type: 'other',
    model: 'GCS-0.4',
    zh: '低压开关柜',
    en: 'Switchgear',
    variables: variables([
      ['qf1', '', 'gauge', 0, '进线断路器', 'Breaker of the supply'],
      ['qf2', '', 'gauge', 0, '光伏 1 断路器', 'Breaker of PV 1'],
      ['qf3', '', 'gauge', 0, '光伏 2 断路器', 'Breaker of PV 2'],
      ['qf4', '', 'gauge', 0, '储能断路器', 'Breaker of the storage'],
      ['qf5', '', 'gauge', 0, '负荷断路器', 'Breaker of the load'],
      ['qf6', '', 'gauge', 0, '备用断路器', 'Spare breaker'],
    ]),
  },
  {
    device: 'WS',
    type: 'weather',
    model: 'WS-601',
    zh: '气象站',
    en: 'Weather station',
    variables: variables([
      ['globalIrradiance', 'W/m²', 'gauge', 0, '水平总辐照度', 'Global irradiance'],
      ['diffuseIrradiance', 'W/m²', 'gauge', 0, '水平散射辐照度', 'Diffuse irradiance'],
      ['temperature', '°C', 'gauge', 1, '环境温度', 'Air temperature'],
      ['humidity', '%', 'gauge', 0, '相对湿度', 'Relative humidity'],
      ['windSpeed', 'm/s', 'gauge', 1, '风速', 'Wind speed'],
    ]),
  },
  {
    device: 'EMS',
    type: 'gateway',
    model: 'EMS-2000',
    zh: '能量管理控制器',
    en: 'Energy management controller',
    variables: variables([
      [
        'tariffPeriod',
        '',
        'gauge',
        0,
        '电价时段（0 谷 1 平 2 峰 3 尖）',
        'Tariff (0 valley, 1 flat, 2 peak, 3 sharp)',
      ],
      ['price', 'RM/kWh', 'gauge', 4, '当前电价', 'Current price'],
      ['pvPower', 'kW', 'gauge', 1, '光伏总功率', 'Total PV power'],
      ['pvEnergy', 'kWh', 'counter', 1, '光伏总发电量', 'Total PV energy'],
      ['curtailedPower', 'kW', 'gauge', 1, '限发功率', 'Curtailed power'],
      ['lossPower', 'kW', 'gauge', 1, '站内损耗', 'Site losses'],
      ['lossEnergy', 'kWh', 'counter', 1, '累计损耗电量', 'Lost energy'],
    ]),
  },
];
