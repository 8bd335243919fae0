/** Returns the actions of the toolbar in edit mode, with the names of the steps to undo and to redo. */
import { type TextKey, type Translate, useT } from '../../kit/i18n/index.ts';
import { isDirty } from '../document/boardFacts.ts';
import { useBoard } from '../document/useBoardStore.ts';
import type { BoardSession } from '../session/boardSession.ts';
import type { ToolbarEditing } from './BoardToolbar.tsx';

const stepText = (t: Translate, label: string | undefined): string | null =>
  label === undefined ? null : t(label as TextKey);

export function useToolbar(
  { store, actions, editing }: BoardSession,
  { onAdd, onDiscard }: { onAdd(): void; onDiscard(): void },
): ToolbarEditing | null {
  const t = useT();
  const dirty = useBoard(store, isDirty);
  const saving = useBoard(store, (state) => state.saving);
  const last = useBoard(store, (state) => state.history.past.at(-1)?.label);
  const next = useBoard(store, (state) => state.history.future[0]?.label);
  if (!editing) return null;
  return {
    dirty,
    saving,
    undo: stepText(t, last),
    redo: stepText(t, next),
    onAdd,
    onUndo: actions.undo,
    onRedo: actions.redo,
    onCancel: () => (dirty ? onDiscard() : store.getState().discard()),
    onSave: () => void actions.save(),
  };
}
