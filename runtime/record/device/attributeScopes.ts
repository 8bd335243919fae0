import type { Data } from '../../../generated/calls.ts';

export type Scope = Data<'deviceAttributes'>[number]['scope'];

export const SCOPE_TITLES: Readonly<Record<Scope, { zh: string; en: string }>> = {
  client: { zh: '设备上报', en: 'Reported by the device' },
  shared: { zh: '下发给设备', en: 'Told to the device' },
  server: { zh: '平台备注（设备不可见）', en: 'Notes of the platform (the device does not see them)' },
};
