import { createContext, useContext } from 'react';
import type { Document, StudioProblem, Verdict } from '../document.ts';
import type { EntityDocument } from './entityDoc.ts';
import type { Spell } from './keys.ts';

/** Every part of the designer works with these. */
export interface Design {
  whole: EntityDocument;
  /** The document that holds; null for a new one. Its keys stay. */
  held: Document | null;
  readOnly: boolean;
  spell: Spell;
  problems: readonly StudioProblem[];
  /** The conditions that were asked of the records that there are. */
  truths: Verdict['truths'];
  onChange(document: EntityDocument): void;
}

export const DesignContext = createContext<Design | null>(null);

export function useDesign(): Design {
  const design = useContext(DesignContext);
  if (!design) throw new Error('This hook works only within a designer');
  return design;
}
