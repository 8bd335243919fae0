/** The inventory of the demo's stations: assets, their defects, and the work on them. */
import type { Text } from '../../generated/definition.ts';

const text = (zh: string, en: string): Text => ({ zh, en });

export interface AssetSeed {
  /** The key of the asset, unique at its station. */
  key: string;
  /** The device that sends its data, by the end of its number (sn). */
  device?: string;
  category: string;
  name: Text;
  model: string;
  maker: Text;
  place: Text;
  price: string;
  /** Years of warranty. */
  years: number;
  state?: 'standby' | 'repair';
}

const SOLAR = text('阳光新能', 'Sunlight Energy');
const STORE = text('华储科技', 'Huachu Storage');
const GRID = text('江电变压器', 'Jiangdian Transformers');
const CONTROL = text('智控自动化', 'Zhikong Automation');

/** Fifteen assets at each of the four stations. */
export const ASSETS: readonly AssetSeed[] = [
  {
    key: 'METER',
    device: 'METER',
    category: 'meter',
    name: text('关口电能表', 'Meter at the grid'),
    model: 'DTSD-3F',
    maker: CONTROL,
    place: text('高压室计量柜', 'Metering cabinet'),
    price: '8600.00',
    years: 2,
  },
  {
    key: 'INV1',
    device: 'INV1',
    category: 'inverter',
    name: text('1 号光伏逆变器', 'Inverter 1'),
    model: 'SG-STR',
    maker: SOLAR,
    place: text('1 号厂房屋面', 'Roof of hall 1'),
    price: '98000.00',
    years: 5,
  },
  {
    key: 'INV2',
    device: 'INV2',
    category: 'inverter',
    name: text('2 号光伏逆变器', 'Inverter 2'),
    model: 'SG-STR',
    maker: SOLAR,
    place: text('2 号厂房屋面', 'Roof of hall 2'),
    price: '82000.00',
    years: 5,
  },
  {
    key: 'PV',
    category: 'solarPanel',
    name: text('屋面光伏组件', 'Solar panels on the roof'),
    model: 'TP-585N',
    maker: SOLAR,
    place: text('厂房屋面', 'Roofs'),
    price: '1260000.00',
    years: 12,
  },
  {
    key: 'BAT',
    device: 'BAT',
    category: 'battery',
    name: text('1 号储能电池舱', 'Battery container 1'),
    model: 'LFP-280',
    maker: STORE,
    place: text('储能场地', 'Storage yard'),
    price: '1850000.00',
    years: 5,
  },
  {
    key: 'PCS',
    device: 'PCS',
    category: 'pcs',
    name: text('储能变流器', 'Power conversion system'),
    model: 'PCS-1725',
    maker: STORE,
    place: text('储能场地', 'Storage yard'),
    price: '360000.00',
    years: 3,
  },
  {
    key: 'TR',
    device: 'TR',
    category: 'transformer',
    name: text('1 号主变', 'Main transformer 1'),
    model: 'S22-M',
    maker: GRID,
    place: text('室外变压器场地', 'Transformer yard'),
    price: '285000.00',
    years: 2,
  },
  {
    key: 'HV',
    category: 'switchgear',
    name: text('10 kV 进线柜', 'Incoming switchgear'),
    model: 'KYN28-12',
    maker: GRID,
    place: text('高压室', 'High-voltage room'),
    price: '96000.00',
    years: 2,
  },
  {
    key: 'WS',
    device: 'WS',
    category: 'communication',
    name: text('气象站', 'Weather station'),
    model: 'WS-601',
    maker: CONTROL,
    place: text('1 号厂房屋面', 'Roof of hall 1'),
    price: '26000.00',
    years: 2,
  },
  {
    key: 'EMS',
    device: 'EMS',
    category: 'communication',
    name: text('能量管理控制器', 'Energy management controller'),
    model: 'EMS-2000',
    maker: CONTROL,
    place: text('配电室 1 号柜', 'Cabinet 1 of the switch room'),
    price: '48000.00',
    years: 3,
  },
  {
    key: 'AC',
    device: 'AC',
    category: 'airConditioner',
    name: text('电池舱空调', 'Air conditioner of the battery'),
    model: 'AC-50',
    maker: STORE,
    place: text('1 号储能电池舱', 'Battery container 1'),
    price: '18500.00',
    years: 2,
  },
  {
    key: 'FIRE',
    category: 'fireSafety',
    name: text('电池舱消防系统', 'Fire protection of the battery'),
    model: 'HFC-227',
    maker: STORE,
    place: text('1 号储能电池舱', 'Battery container 1'),
    price: '64000.00',
    years: 2,
  },
  {
    key: 'FAN',
    category: 'sparePart',
    name: text('逆变器散热风机', 'Fan of an inverter'),
    model: 'FAN-48',
    maker: SOLAR,
    place: text('备件库 A3', 'Store A3'),
    price: '1280.00',
    years: 1,
    state: 'standby',
  },
  {
    key: 'BOARD',
    category: 'sparePart',
    name: text('变流器控制板', 'Control board of the converter'),
    model: 'CB-1725',
    maker: STORE,
    place: text('备件库 A1', 'Store A1'),
    price: '23800.00',
    years: 1,
    state: 'standby',
  },
  {
    key: 'TOOL',
    category: 'tool',
    name: text('电能质量分析仪', 'Power quality analyser'),
    model: 'PQ-3',
    maker: CONTROL,
    place: text('工具间', 'Tool room'),
    price: '42000.00',
    years: 1,
  },
];

export interface StaticSeed {
  kind: string;
  name: Text;
  model: string;
  quantity: number;
  unit: Text;
  place: Text;
  /** Days until its next check. */
  check: number;
}

export const STATIC_DEVICES: readonly StaticSeed[] = [
  {
    kind: 'fence',
    name: text('储能场地围栏', 'Fence of the storage yard'),
    model: 'H2.0',
    quantity: 86,
    unit: text('米', 'm'),
    place: text('储能场地', 'Storage yard'),
    check: 74,
  },
  {
    kind: 'fireDoor',
    name: text('配电室防火门', 'Fire door of the switch room'),
    model: 'GFM-1021',
    quantity: 2,
    unit: text('樘', 'doors'),
    place: text('配电室', 'Switch room'),
    check: 41,
  },
  {
    kind: 'extinguisher',
    name: text('七氟丙烷瓶组', 'Bottles of extinguishing agent'),
    model: 'HFC-227 120 L',
    quantity: 2,
    unit: text('瓶', 'bottles'),
    place: text('1 号储能电池舱', 'Battery container 1'),
    check: 18,
  },
  {
    kind: 'cable',
    name: text('并网高压电缆', 'Cable to the grid'),
    model: 'YJV22-3×120',
    quantity: 230,
    unit: text('米', 'm'),
    place: text('电缆沟', 'Cable duct'),
    check: 160,
  },
];

export interface DefectSeed {
  /** The index of the station among all stations. */
  station: number;
  asset: string;
  name: Text;
  level: 'serious' | 'general';
  outage?: true;
  /** Days since it was found. */
  found: number;
  /** Days after which it was closed. It is open if absent. */
  closed?: number;
  result?: Text;
  parts?: Text;
}

export const DEFECTS: readonly DefectSeed[] = [
  {
    station: 0,
    asset: 'INV1',
    name: text('散热风机停转，过温降额', 'Fan stopped, power reduced by heat'),
    level: 'serious',
    outage: true,
    found: 212,
    closed: 2,
    result: text('更换散热风机，满功率试运行正常', 'Fan replaced; runs at full power'),
    parts: text('散热风机 FAN-48', 'Fan FAN-48'),
  },
  {
    station: 0,
    asset: 'INV1',
    name: text('直流绝缘阻抗偏低', 'Low insulation of the DC side'),
    level: 'general',
    outage: true,
    found: 64,
    closed: 1,
    result: text('3 号组串接头进水，重新压接', 'Water in a plug of string 3. Plug renewed.'),
  },
  { station: 0, asset: 'AC', name: text('制冷量不足', 'Insufficient cooling'), level: 'general', found: 4 },
  {
    station: 0,
    asset: 'BAT',
    name: text('07 号簇电芯压差偏大', 'Large cell voltage spread in string 07'),
    level: 'general',
    found: 131,
    closed: 5,
    result: text('完成主动均衡，压差 12 mV', 'Actively balanced. Voltage spread 12 mV.'),
  },
  {
    station: 1,
    asset: 'TR',
    name: text('油位偏低', 'Oil level is low'),
    level: 'general',
    found: 96,
    closed: 3,
    result: text('补油并检查密封', 'Oil added, seals checked'),
  },
  {
    station: 1,
    asset: 'PCS',
    name: text('直流接触器拒合', 'DC contactor does not close'),
    level: 'serious',
    outage: true,
    found: 9,
  },
  {
    station: 2,
    asset: 'INV1',
    name: text('通信中断', 'No communication'),
    level: 'general',
    outage: true,
    found: 150,
    closed: 1,
    result: text('更换 RS485 接线端子', 'Terminal of the data line replaced'),
    parts: text('接线端子', 'Terminal'),
  },
  {
    station: 3,
    asset: 'HV',
    name: text('弹簧储能指示灯不亮', 'Spring indicator lamp does not light'),
    level: 'general',
    found: 12,
  },
  {
    station: 3,
    asset: 'PCS',
    name: text('滤网堵塞报警', 'Filter is blocked'),
    level: 'general',
    found: 45,
    closed: 1,
    result: text('更换滤网', 'Filter replaced'),
    parts: text('滤网', 'Filter'),
  },
];

/** Maintenance at each station besides repairs of defects: the asset, the kind, the text, and how many days ago. */
export const OPERATIONS: readonly {
  asset: string;
  kind: string;
  content: Text;
  ago: number;
  cost?: string;
}[] = [
  {
    asset: 'INV1',
    kind: 'maintenance',
    content: text(
      '季度保养：清洁滤网，紧固端子',
      'Quarterly maintenance: filters cleaned, terminals tightened',
    ),
    ago: 38,
    cost: '600.00',
  },
  {
    asset: 'BAT',
    kind: 'inspection',
    content: text('月度巡检：外观、消防压力正常', 'Monthly inspection: nothing abnormal'),
    ago: 16,
  },
  {
    asset: 'TR',
    kind: 'inspection',
    content: text('红外测温：最高 61 ℃', 'Infrared measurement: at most 61 °C'),
    ago: 27,
  },
  {
    asset: 'FIRE',
    kind: 'maintenance',
    content: text('年度联动试验合格', 'Yearly test passed'),
    ago: 83,
    cost: '3200.00',
  },
  { asset: 'METER', kind: 'inspection', content: text('铅封检查完好', 'Seals are intact'), ago: 52 },
];

export const FILE_GROUPS: readonly {
  name: Text;
  files: readonly { name: Text; number: string; valid?: number }[];
}[] = [
  {
    name: text('设计图纸', 'Drawings'),
    files: [{ name: text('电气主接线图', 'Single-line diagram'), number: 'DQ-01' }],
  },
  {
    name: text('许可与备案', 'Permits'),
    files: [
      { name: text('并网验收意见单', 'Acceptance by the grid operator'), number: 'BW-2024-018' },
      { name: text('消防验收合格证', 'Acceptance by the fire service'), number: 'XF-2024-007', valid: 420 },
    ],
  },
];
