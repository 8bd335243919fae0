import type { MenuGroupName, Text } from '../../../generated/definition.ts';

/** The menu's groups in their order. */
export const MENU_GROUPS: Readonly<Record<MenuGroupName, { title: Text; icon: string }>> = {
  bottom: { title: { zh: '个人工作台', en: 'My desk' }, icon: 'user' },
  appliance: { title: { zh: '企业应用', en: 'Enterprise' }, icon: 'appstore' },
  ems: { title: { zh: '智慧运维', en: 'Energy sites' }, icon: 'station' },
  monitor: { title: { zh: '能源数据总览', en: 'Energy data' }, icon: 'dashboard' },
  energy: { title: { zh: '能耗管理', en: 'Energy use' }, icon: 'bolt' },
  photovoltaic: { title: { zh: '光伏', en: 'PV' }, icon: 'solar' },
  storage: { title: { zh: '储能', en: 'Storage' }, icon: 'battery' },
  mobile: { title: { zh: '移动储能', en: 'Mobile storage' }, icon: 'car' },
  deviceManagement: { title: { zh: '设备管理', en: 'Devices' }, icon: 'device' },
  warning: { title: { zh: '告警管理', en: 'Alarms' }, icon: 'alarm' },
  configuration: { title: { zh: '站点配置', en: 'Site configuration' }, icon: 'tool' },
  settings: { title: { zh: '系统设置', en: 'Settings' }, icon: 'setting' },
};
