/** The loaded icons: those of the login page at once, all others with the shell. */
import type { IconDrawing } from './iconDrawing.ts';
import { startIcons } from './icons.start.ts';

let drawings: Readonly<Record<string, IconDrawing>> = startIcons;

export function addDrawings(more: Readonly<Record<string, IconDrawing>>): void {
  drawings = { ...drawings, ...more };
}

/** Returns the drawing of an icon. An unknown name returns `unknown`. */
export const findDrawing = (name: string): IconDrawing =>
  (Object.hasOwn(drawings, name) ? drawings[name] : undefined) ?? startIcons.unknown;
