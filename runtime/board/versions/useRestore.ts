import { useState } from 'react';
import { ApiError, call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { isDirty } from '../document/boardFacts.ts';
import { boardQueryOf } from '../document/boardServer.ts';
import { useBoardSession } from '../session/boardSession.ts';

const CONFLICT = 409;

/** Restores an earlier version as the current one, and reports the result. */
export function useRestore(onDone: () => void) {
  const t = useT();
  const { store, station, boardId } = useBoardSession();
  const [busy, setBusy] = useState(false);
  async function restore(version: number, current: number): Promise<void> {
    setBusy(true);
    try {
      const body = { stationSn: station.sn, ...boardQueryOf(boardId), version, current };
      await call('kanbanRestore', { body }, { quiet: true });
      store.getState().discard();
      await store.getState().load();
      notify({ kind: 'success', text: { text: t('versions.restored', { version }) } });
      onDone();
    } catch (error) {
      const stale = error instanceof ApiError && error.status === CONFLICT;
      notify({ kind: 'warning', text: { text: t(stale ? 'versions.stale' : 'versions.restoreFailed') } });
      if (stale && !isDirty(store.getState())) await store.getState().load();
    } finally {
      setBusy(false);
    }
  }
  return { restore, busy };
}
