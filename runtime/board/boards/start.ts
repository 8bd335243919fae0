/** Makes the document that a new board begins with. Pure. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { Offer } from '../preset/presets.ts';

export const STARTS = ['empty', 'copy', 'preset', 'file'] as const;

export interface BoardFile {
  document: DashboardDocument;
  /** The content of the file, for a board of any station. */
  whole: DashboardDocument;
}

export interface Start {
  kind: (typeof STARTS)[number];
  preset: Offer | null;
  file: BoardFile | null;
}

export const EMPTY_START: Start = { kind: 'empty', preset: null, file: null };

/** Returns the document of a new board. Null for an empty board, or if `startLacking`. */
export function startDocument(
  { kind, preset, file }: Start,
  current: DashboardDocument,
  isAnyStation: boolean,
): DashboardDocument | null {
  if (kind === 'copy') return current;
  if (kind === 'file') return (isAnyStation ? file?.whole : file?.document) ?? null;
  return kind === 'preset' ? (preset?.document ?? null) : null;
}

/** Returns whether the user wants a preset or a file, but has not chosen which. */
export const startLacking = ({ kind, preset, file }: Start): boolean =>
  (kind === 'preset' && !preset) || (kind === 'file' && !file);
