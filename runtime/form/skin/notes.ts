import { createContext } from 'react';

/** A note at a field that does not block the save. */
export interface FieldNote {
  text: string;
  tone: 'warning' | 'note';
}

/** The notes of a form by the ids of their fields. */
export const NotesContext = createContext<ReadonlyMap<string, readonly FieldNote[]>>(new Map());
