/** Confirms or clears every open alarm of a station at once. */
import '../../../runtime/core/definitions/allEntities.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { type Station, useSite } from '../../../runtime/kit/session/site.ts';
import { refreshRecords } from '../../../runtime/record/calls/useRecords.ts';

const DONE = { zh: '已处理 {count} 条告警', en: 'Alarms handled: {count}' };

export function useStationOf(stationSn: string): Station | undefined {
  return useSite().stations.find(({ sn }) => sn === stationSn);
}

async function notifyHandled(handled: number, text: (words: typeof DONE) => string): Promise<void> {
  notify({ kind: 'success', text: { text: text(DONE).replace('{count}', String(handled)) } });
  await refreshRecords(entityOf('alarm'));
}

type Words = Parameters<typeof notifyHandled>[1];

export async function confirmStation({ id }: Station, checkInfo: string, text: Words): Promise<void> {
  const { handled } = await call('alarmConfirmStation', { path: { id }, body: { checkInfo } });
  await notifyHandled(handled, text);
}

export async function clearStation({ id }: Station, text: Words): Promise<void> {
  const { handled } = await call('alarmClearAll', { path: { id } }, { quiet: true });
  await notifyHandled(handled, text);
}
