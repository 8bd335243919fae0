import type { Text } from '../../generated/definition.ts';
import type { SiteSpec } from '../simulator/site.ts';
import { TARIFF_MIDDAY_VALLEY, TARIFF_TWO_PEAKS } from './tariffs.ts';

/** Tenants of the demo. Their ids are among those in the product's lists. */
export const TENANT_SOUTH = 2;
export const TENANT_NORTH = 10;

export interface DemoStation {
  tenantId: number;
  site: SiteSpec;
  name: Text;
  address: Text;
  telephone: string;
  /** The contact person at the station. */
  contact: { name: Text; phone: string };
  powerSupplyType: string;
  voltageClass: string;
  /** The department that is responsible for it. */
  dept: Text;
  /** The currency of its electricity prices. */
  currency: string;
  /** First day of operation. */
  since: string;
  /** Cell temperature that raises an alarm, in °C. */
  cellTemperatureLimit: number;
}

/** Four invented sites in different climates and time zones. */
export const demoStations: readonly DemoStation[] = [
  {
    tenantId: TENANT_SOUTH,
    name: { zh: '苏州星港智造园光储站', en: 'Suzhou Xinggang Smart Manufacturing Park' },
    address: {
      zh: '江苏省苏州市工业园区星港街 318 号',
      en: '318 Xinggang Street, Suzhou Industrial Park, Jiangsu',
    },
    telephone: '0512-55550118',
    contact: { name: { zh: '周建华', en: 'Zhou Jianhua' }, phone: '13800010118' },
    powerSupplyType: 'single',
    voltageClass: '10 kV',
    dept: { zh: '华东运维部', en: 'East China service' },
    currency: 'CNY',
    since: '2024-03-18',
    cellTemperatureLimit: 34,
    site: {
      sn: 'SZ01',
      seed: 1101,
      latitude: 31.32,
      longitude: 120.72,
      zone: 'Asia/Shanghai',
      climate: { mean: 16.8, yearly: 12, daily: 4.2, cloudiness: 0.46, wind: 2.6 },
      arrays: [
        { device: 'INV1', peak: 620, rated: 500, tilt: 12, azimuth: 175 },
        { device: 'INV2', peak: 410, rated: 350, tilt: 8, azimuth: 262 },
      ],
      battery: {
        capacity: 2150,
        power: 1000,
        cells: 240,
        minSoc: 0.08,
        maxSoc: 0.98,
        auxiliary: 3.2,
        cooling: 16,
      },
      load: { base: 190, production: 980, weekend: 0.42, coolingPerDegree: 14, drive: 180 },
      grid: { voltage: 10_000, exportLimit: 300, demandLimit: 1250, transformer: 2000 },
      tariff: TARIFF_MIDDAY_VALLEY,
    },
  },
  {
    tenantId: TENANT_SOUTH,
    name: { zh: '吐鲁番火焰山光储站', en: 'Turpan Flaming Mountains Solar and Storage' },
    address: {
      zh: '新疆维吾尔自治区吐鲁番市高昌区新能源产业园 6 号',
      en: '6 New Energy Park, Gaochang, Turpan, Xinjiang',
    },
    telephone: '0995-55550260',
    contact: { name: { zh: '阿迪力', en: 'Adil Memet' }, phone: '13800010260' },
    powerSupplyType: 'double',
    voltageClass: '35 kV',
    dept: { zh: '西北运维部', en: 'North-west service' },
    currency: 'CNY',
    since: '2023-08-01',
    cellTemperatureLimit: 34,
    site: {
      sn: 'TLF02',
      seed: 2207,
      latitude: 42.95,
      longitude: 89.19,
      zone: 'Asia/Urumqi',
      climate: { mean: 14.5, yearly: 20, daily: 7, cloudiness: 0.22, wind: 3.4 },
      arrays: [
        { device: 'INV1', peak: 1480, rated: 1200, tilt: 36, azimuth: 180 },
        { device: 'INV2', peak: 1480, rated: 1200, tilt: 36, azimuth: 180, soiling: 0.2 },
      ],
      battery: {
        capacity: 4300,
        power: 2000,
        cells: 384,
        minSoc: 0.08,
        maxSoc: 0.98,
        auxiliary: 5.5,
        cooling: 30,
      },
      load: { base: 320, production: 1350, weekend: 0.72, coolingPerDegree: 18, drive: 260 },
      grid: { voltage: 35_000, exportLimit: 900, demandLimit: 1900, transformer: 3150 },
      tariff: TARIFF_TWO_PEAKS,
    },
  },
  {
    tenantId: TENANT_SOUTH,
    name: { zh: '槟城峇六拜电子厂光储站', en: 'Penang Bayan Lepas Electronics Plant' },
    address: {
      zh: 'Jalan Sultan Azlan Shah 88, Bayan Lepas, Pulau Pinang',
      en: 'Jalan Sultan Azlan Shah 88, Bayan Lepas, Pulau Pinang',
    },
    telephone: '+60-4-555-0173',
    contact: { name: { zh: '陈伟明', en: 'Tan Wei Ming' }, phone: '+60-12-555-0173' },
    powerSupplyType: 'single',
    voltageClass: '10 kV',
    dept: { zh: '海外运维部', en: 'Overseas service' },
    currency: 'MYR',
    since: '2025-02-10',
    cellTemperatureLimit: 36,
    site: {
      sn: 'PG03',
      seed: 3313,
      latitude: 5.3,
      longitude: 100.27,
      zone: 'Asia/Kuala_Lumpur',
      climate: { mean: 28.2, yearly: 0.8, daily: 3.8, cloudiness: 0.52, wind: 2.1 },
      arrays: [{ device: 'INV1', peak: 540, rated: 440, tilt: 6, azimuth: 180 }],
      battery: {
        capacity: 1075,
        power: 500,
        cells: 240,
        minSoc: 0.08,
        maxSoc: 0.98,
        auxiliary: 2.4,
        cooling: 11,
      },
      load: { base: 160, production: 520, weekend: 0.8, coolingPerDegree: 22, drive: 90 },
      grid: { voltage: 11_000, exportLimit: 100, demandLimit: 800, transformer: 1250 },
      tariff: TARIFF_TWO_PEAKS,
    },
  },
  {
    tenantId: TENANT_NORTH,
    name: { zh: '阿德莱德冷链物流光储站', en: 'Adelaide Cold Chain Logistics' },
    address: {
      zh: '14 Grand Junction Road, Wingfield SA 5013',
      en: '14 Grand Junction Road, Wingfield SA 5013',
    },
    telephone: '+61-8-5550-0142',
    contact: { name: { zh: '奥利维亚·哈特', en: 'Olivia Hart' }, phone: '+61-491-570-142' },
    powerSupplyType: 'single',
    voltageClass: '10 kV',
    dept: { zh: '海外运维部', en: 'Overseas service' },
    currency: 'AUD',
    since: '2024-11-05',
    cellTemperatureLimit: 34,
    site: {
      sn: 'ADL01',
      seed: 4421,
      latitude: -34.85,
      longitude: 138.56,
      zone: 'Australia/Adelaide',
      climate: { mean: 17.4, yearly: 6.2, daily: 5.6, cloudiness: 0.32, wind: 3.8 },
      arrays: [
        { device: 'INV1', peak: 380, rated: 300, tilt: 15, azimuth: 0 },
        { device: 'INV2', peak: 260, rated: 200, tilt: 15, azimuth: 292 },
      ],
      battery: {
        capacity: 860,
        power: 400,
        cells: 216,
        minSoc: 0.08,
        maxSoc: 0.98,
        auxiliary: 2,
        cooling: 9,
      },
      load: { base: 150, production: 300, weekend: 0.85, coolingPerDegree: 16, drive: 70 },
      grid: { voltage: 11_000, exportLimit: 150, demandLimit: 520, transformer: 800 },
      tariff: TARIFF_TWO_PEAKS,
    },
  },
];
