import { loadCellEditor } from '../edit/loadCellEditor.ts';
import { loadFilterEditor, loadGroupEditor } from '../filter/loadEditors.ts';

export const loadRecordDrawer = async () => ({ default: (await import('./RecordDrawer.tsx')).RecordDrawer });

export const loadRecordDialog = async () => ({
  default: (await import('../../record/dialog/RecordDialog.tsx')).RecordDialog,
});

export const loadMoveDialog = async () => ({
  default: (await import('../../record/states/MoveDialog.tsx')).MoveDialog,
});

export const loadMoveQuestion = async () => ({
  default: (await import('../../record/states/MoveQuestion.tsx')).MoveQuestion,
});

/** Loads the dialogs of a list in advance, so that a form opens at once. */
export async function preloadForms(): Promise<void> {
  await Promise.all([
    loadRecordDrawer(),
    loadRecordDialog(),
    loadFilterEditor(),
    loadGroupEditor(),
    loadCellEditor(),
  ]);
}
