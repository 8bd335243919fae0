import { createContext } from 'react';

/** A note at a field that does not block the save. */
export interface FieldNote {
  text: string;
  tone: 'warning' | 'note';
}

/** The notes of a form by field id. */
export const NotesContext = createContext<ReadonlyMap<string, readonly FieldNote[]>>(new Map());
