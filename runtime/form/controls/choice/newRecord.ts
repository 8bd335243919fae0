/** The dialog for a new record. It contains forms, and forms open it. It is set at start to avoid a circular import. */
import type { ComponentType } from 'react';
import type { Entity } from '../../../core/definitions/entities.ts';

export interface NewRecordProps {
  entity: Entity;
  record: null;
  onClose(): void;
  onSaved(record: Record<string, unknown>): void;
}

type Load = () => Promise<ComponentType<NewRecordProps>>;

let load: Load | null = null;

/** Sets the dialog, once before the first form renders. */
export function setNewRecordDialog(dialog: Load): void {
  load = dialog;
}

export function loadNewRecordDialog(): Promise<ComponentType<NewRecordProps>> {
  if (!load) throw new Error('setNewRecordDialog was not called: nothing says how a record is made');
  return load();
}
