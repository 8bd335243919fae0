import { createContext } from 'react';

/** Something that is said at a field and keeps nobody from saving. */
export interface FieldNote {
  text: string;
  tone: 'warning' | 'note';
}

/** The notes of a form by the ids of their fields. */
export const NotesContext = createContext<ReadonlyMap<string, readonly FieldNote[]>>(new Map());
