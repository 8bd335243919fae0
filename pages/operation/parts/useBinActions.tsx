import { useState } from 'react';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useDangerAsk } from '../../../runtime/kit/overlay/useDangerAsk.ts';
import texts from '../texts.json';
import { type BinEntry, refreshBin } from './useBin.ts';

const idsOf = (entries: readonly BinEntry[]) => entries.map(({ id }) => id);

/**
 * Restores or permanently deletes records, and stores the reasons of failures. `onDone` runs afterwards and clears the
 * selection.
 */
export function useBinActions(onDone: () => void) {
  const t = useT(texts);
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const { ask, holder } = useDangerAsk();

  async function restore(some: readonly BinEntry[]): Promise<void> {
    try {
      const body = { ids: idsOf(some) };
      const { restored, failed } = await call('recycleBinRestore', { body }, { quiet: true });
      if (restored.length > 0)
        notify({ kind: 'success', text: { text: t('bin.restored', { count: restored.length }) } });
      if (failed.length > 0)
        notify({ kind: 'warning', text: { text: t('bin.failedTitle', { count: failed.length }) } });
      setProblems(new Map(failed.map(({ id, msg }) => [id, msg])));
    } catch (error) {
      notifyFailure(error);
    }
    onDone();
    await refreshBin(some.flatMap(({ entity, carried }) => [entity, ...carried.map((one) => one.entity)]));
  }

  function purge(some: readonly BinEntry[]): void {
    ask({
      title: t('bin.purgeTitle', { count: some.length }),
      content: (
        <>
          <p>{some.map(({ label }) => label).join(', ')}</p>
          <p>{t('bin.purgeText')}</p>
        </>
      ),
      okText: t('bin.purge'),
      async run() {
        await call('recycleBinPurge', { body: { ids: idsOf(some) } }, { quiet: true }).then(
          ({ purged }) => notify({ kind: 'success', text: { text: t('bin.purged', { count: purged }) } }),
          notifyFailure,
        );
        onDone();
        await refreshBin([]);
      },
    });
  }
  return { problems, restore: (some: readonly BinEntry[]) => void restore(some), purge, holder };
}
