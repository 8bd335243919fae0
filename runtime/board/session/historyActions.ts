/** Undoes and redoes steps of a board (`runtime/core/document/history.ts`), and saves the result. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { notify } from '../../kit/api/notices.ts';
import type { TextKey } from '../../kit/i18n/index.ts';
import type { BoardGround } from './actionContext.ts';

export interface HistoryActions {
  undo(): void;
  redo(): void;
  /** `merged`: the document merged with another user's changes. */
  save(merged?: DashboardDocument): Promise<void>;
}

export function createHistoryActions({ store, t, say }: BoardGround): HistoryActions {
  const state = () => store.getState();
  return {
    undo() {
      const step = state().history.past.at(-1);
      if (!step) return;
      state().undo();
      say(t('board.say.undone', { step: t(step.label as TextKey) }));
    },
    redo() {
      const step = state().history.future[0];
      if (!step) return;
      state().redo();
      say(t('board.say.redone', { step: t(step.label as TextKey) }));
    },
    async save(merged) {
      try {
        if (await (merged ? state().saveMerged(merged) : state().save()))
          notify({ kind: 'success', text: { text: t('board.saved') } });
      } catch (error) {
        // Shows the server's message if it has one, because a retry may fail again.
        const reason = error instanceof ApiError && error.msg;
        const text = reason ? t('board.saveRefused', { reason }) : t('board.saveFailed');
        notify({ kind: 'warning', text: { text } });
      }
    },
  };
}
