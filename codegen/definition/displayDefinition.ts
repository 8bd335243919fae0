/** The displays of a list, as the codegen handles them. */
import type { Text } from './definitionValues.ts';

/** A display of a list, with the fields that it uses. */
export interface Display {
  as: string;
  fields?: string[];
  picture?: string;
  text?: string;
  best?: Record<string, 'least' | 'greatest'>;
  by?: string;
  from?: string;
  to?: string;
  progress?: string;
  color?: string;
  hatch?: unknown[];
  work?: true;
  count?: Text;
  load?: true;
  team?: true;
  seats?: string[];
  place?: string[];
}
