import { call } from '../../../runtime/kit/api/client.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useDangerAsk } from '../../../runtime/kit/overlay/useDangerAsk.ts';
import { useStation } from '../../../runtime/kit/session/site.ts';
import texts from '../texts.json';
import { refreshWarnings, type Warning } from './useWarnings.ts';

/** Confirms alarms of the selected site, one or all, and clears them. */
export function useWarningActions() {
  const t = useT(texts);
  const station = useStation();
  const { ask, holder } = useDangerAsk();
  const told = (count: number) => {
    notify({ kind: 'success', text: { text: t('warning.done', { count }) } });
    refreshWarnings();
  };

  async function confirmStation(checkInfo: string): Promise<void> {
    if (!station) return;
    const { handled } = await call('alarmConfirmStation', { path: { id: station.id }, body: { checkInfo } });
    told(handled);
  }
  async function confirmOne({ id }: Warning, checkInfo: string): Promise<void> {
    try {
      await call('alarmConfirm', { path: { id }, body: { checkInfo } });
    } finally {
      // Whoever was faster is shown, too.
      refreshWarnings();
    }
  }
  const clear = () =>
    ask({
      title: t('warning.clearAsk'),
      content: t('warning.clearText'),
      okText: t('warning.clearAll'),
      async run() {
        if (!station) return;
        const { handled } = await call('alarmClearAll', { path: { id: station.id } }, { quiet: true });
        told(handled);
      },
    });
  return {
    holder,
    clear,
    confirm: (what: Warning | 'station', checkInfo: string) =>
      what === 'station' ? confirmStation(checkInfo) : confirmOne(what, checkInfo),
  };
}
