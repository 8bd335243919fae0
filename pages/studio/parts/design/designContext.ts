import { createContext, useContext } from 'react';
import type { Document, StudioProblem, Verdict } from '../document.ts';
import type { EntityDocument } from './entityDoc.ts';
import type { Spell } from './keys.ts';

/** The state and actions that every part of the designer uses. */
export interface Design {
  whole: EntityDocument;
  /** The applied document. Null for a new one. Its keys are fixed. */
  held: Document | null;
  readOnly: boolean;
  spell: Spell;
  problems: readonly StudioProblem[];
  /** The conditions that were tried on the existing records. */
  truths: Verdict['truths'];
  onChange(document: EntityDocument): void;
}

export const DesignContext = createContext<Design | null>(null);

export function useDesign(): Design {
  const design = useContext(DesignContext);
  if (!design) throw new Error('This hook works only within a designer');
  return design;
}
