import { useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useBoardView } from '../address/useBoardView.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { createBoard } from './createBoard.ts';

/** Copies a board to another station as the user's own, and opens the copy. */
export function useMakeFor(onDone: () => void) {
  const t = useT();
  const { station } = useBoardSession();
  const { change } = useBoardView();
  const [busy, setBusy] = useState(false);
  async function make(stationSn: string, name: string, document: DashboardDocument): Promise<void> {
    setBusy(true);
    try {
      const entry = { name, stationSn, visibility: 'private' as const };
      const note = t('boards.template.note', { from: station.sn });
      const boardId = await createBoard(stationSn, entry, document, note);
      notify({ kind: 'success', text: { text: t('boards.template.done') } });
      onDone();
      change({ station: stationSn, board: String(boardId), tab: null }, 'push');
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { make, busy };
}
