/** Knows what a new tenant needs until it watches its stations, in this order. */
export const TOUR_STEPS = [
  { entity: 'station', path: '/main/ems/Setting/siteManage', least: 1 },
  { entity: 'channel', path: '/main/ems/Setting/communicationConnection', least: 1 },
  { entity: 'device', path: '/main/ems/Setting/communicationEquipment', least: 1 },
  { entity: 'energyLabel', path: '/main/ems/map/configuration/energySetting/labels', least: 1 },
  { entity: 'stationChargeConfig', path: '/main/ems/map/configuration/electricityPrice', least: 1 },
  { entity: 'board', path: '/main/ems/map/monitor/dashboard', least: 1 },
  { entity: 'alarmGenerater', path: '/main/ems/map/warning/trigger', least: 1 },
  { entity: 'notificationChannel', path: '/main/ems/map/warning/rule/channel', least: 1 },
  // Whoever reads this is there already.
  { entity: 'user', path: '/main/operation/user', least: 2 },
] as const;

/** Tells whether the tour is for somebody who may set the tenant up. */
export const leadsTenant = (can: (permission: string) => boolean): boolean =>
  ['station:create', 'alarmGenerater:create', 'user:create'].every(can);
