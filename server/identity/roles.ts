import type { Text } from '../../generated/definition.ts';

export interface RoleSeed {
  key: string;
  title: Text;
  permissions: readonly string[];
}

const READ_SITES = [
  'station:list',
  'station:get',
  'stationCapacity:list',
  'device:list',
  'device:get',
  'deviceVariable:list',
  'deviceVariable:get',
  'kanban:get',
  'alarm:list',
  'alarmTask:list',
  'alarmTask:get',
];

/** Everybody applies for themselves, and brings back what they deleted. */
const OFFICE = ['leave:*@own', 'recycleBin:list'];

/** The six user kinds (V101); a new tenant starts with them. */
export const ROLES: readonly RoleSeed[] = [
  { key: 'administrator', title: { zh: '管理员', en: 'Administrator' }, permissions: ['*'] },
  { key: 'sales', title: { zh: '销售', en: 'Sales' }, permissions: ['customer:*', ...READ_SITES, ...OFFICE] },
  {
    key: 'procurement',
    title: { zh: '采购', en: 'Procurement' },
    permissions: ['customer:list', 'customer:get', ...OFFICE],
  },
  {
    key: 'finance',
    title: { zh: '财务', en: 'Finance' },
    permissions: ['customer:list', 'customer:get', 'stationChargeConfig:list', ...READ_SITES, ...OFFICE],
  },
  {
    key: 'engineering',
    title: { zh: '工程', en: 'Engineering' },
    permissions: [
      'customer:list',
      'customer:get',
      'station:*',
      'stationCapacity:*',
      'stationChargeConfig:*',
      'device:*',
      'deviceVariable:*',
      'kanban:*',
      'alarm:*',
      'alarmTask:*',
      'alarmType:*',
      'alarmGenerater:*',
      'telemetry:*',
      ...OFFICE,
    ],
  },
  {
    key: 'operator',
    title: { zh: '站点运维', en: 'Site operator' },
    permissions: [
      ...READ_SITES,
      'alarm:confirm',
      'alarmTask:*',
      'alarmType:list',
      'alarmGenerater:list',
      'kanban:update',
      ...OFFICE,
    ],
  },
];
