/** Finds the places at which the designer shows problems. */
import type { StudioProblem } from '../document.ts';
import type { Part } from './changes.ts';

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export const partPointer = (part: Part): string => (part === 'record' ? '' : `/lines/${part}`);

export const fieldPointer = (part: Part, name: string): string =>
  `${partPointer(part)}/schema/properties/${escaped(name)}`;

/** Returns the problems at a place of the document, or below it. */
export const problemsAt = (problems: readonly StudioProblem[], pointer: string): StudioProblem[] =>
  problems.filter(
    ({ file, pointer: place }) => file === null && (place === pointer || place.startsWith(`${pointer}/`)),
  );
