import type { Data } from '../../../generated/calls.ts';

export type Scope = Data<'deviceAttributes'>[number]['scope'];

export const SCOPE_TITLES: Readonly<Record<Scope, { zh: string; en: string }>> = {
  client: { zh: '设备上报', en: 'Reported by the device' },
  shared: { zh: '下发给设备', en: 'Sent to the device' },
  server: { zh: '平台备注（设备不可见）', en: 'Platform notes (not visible to the device)' },
};
