/** A bench runs in its own process and reports its result to its runner in a file. */
import { appendFileSync, readFileSync } from 'node:fs';
import type { Ratio } from './figure.ts';

/** The environment variable with the path of the file. */
export const NOTES = 'WATTDECK_BENCH_NOTES';

export interface Notes {
  ratios: Ratio[];
  /** Names of the other programs that were missing. */
  missing: string[];
}

type Note = { ratio: Ratio } | { missing: string };

export function writeNote(note: Note): void {
  const path = process.env[NOTES];
  if (path) appendFileSync(path, `${JSON.stringify(note)}\n`);
}

export function readNotes(path: string): Notes {
  const notes = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Note);
  return {
    ratios: notes.flatMap((note) => ('ratio' in note ? [note.ratio] : [])),
    missing: notes.flatMap((note) => ('missing' in note ? [note.missing] : [])),
  };
}
