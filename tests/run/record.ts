/**
 * The record of full runs: the commit of the last green run of each test file. A failed file is tested again alone, and
 * the others keep theirs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonText } from '../../runtime/core/text/jsonText.ts';
import { commitsSince, headCommit, isClean } from './history.ts';

export interface Green {
  commit: string;
  seconds: number;
}

/** By the path of a test file. */
export type FullRecord = Record<string, Green>;

/** Number of commits that may follow a full run. */
export const MOST_COMMITS = 300;

const NAME = 'tests/run/lastFull.json';
const PATH = join(import.meta.dirname, 'lastFull.json');

export const readRecord = (): FullRecord => JSON.parse(readFileSync(PATH, 'utf8')) as FullRecord;

/** Returns the record with the green files of a commit, by their seconds. Deleted files are removed. */
export function addGreen(
  record: FullRecord,
  secondsByFile: Readonly<Record<string, number>>,
  commit: string,
  isThere: (file: string) => boolean = existsSync,
): FullRecord {
  const added = Object.entries(secondsByFile).map(([file, seconds]) => [file, { commit, seconds }] as const);
  const all = Object.entries({ ...record, ...Object.fromEntries(added) }).filter(([file]) => isThere(file));
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Stores green files by their seconds. Returns false if the tree has uncommitted changes. */
export function keepGreen(secondsByFile: Readonly<Record<string, number>>): boolean {
  const commit = headCommit();
  if (commit === null || !isClean(NAME)) return false;
  writeFileSync(PATH, jsonText(addGreen(readRecord(), secondsByFile, commit)));
  return true;
}

export interface Age {
  step: string;
  /** Empty if it was never green. */
  commit: string;
  /** Null if the history does not go back that far. */
  commits: number | null;
}

/** Returns when a step was last completely green, which is the oldest run of its files. New files do not count yet. */
export function ageOf(record: FullRecord, step: string, files: readonly string[]): Age {
  const commits = new Set(files.flatMap((file) => record[file]?.commit ?? []));
  const ages = [...commits].map((commit) => ({ step, commit, commits: commitsSince(commit) }));
  const [oldest] = ages.sort((a, b) => (b.commits ?? Infinity) - (a.commits ?? Infinity));
  return oldest ?? { step, commit: '', commits: null };
}
