/**
 * The record of full runs. It contains the commit of the last green run for each rotating file, and for each other
 * part. A failed file is tested again alone, and the others keep theirs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonText } from '../../runtime/core/text/jsonText.ts';
import { commitsSince, headCommit, isClean } from './history.ts';

export interface Green {
  commit: string;
  seconds: number;
}

export interface FullRecord {
  /** By the name of a step. */
  parts: Record<string, Green>;
  /** By the path of a test file. */
  files: Record<string, Green>;
}

/** Number of commits that may follow a full run. */
export const MOST_COMMITS = 300;

const NAME = 'tests/run/lastFull.json';
const PATH = join(import.meta.dirname, 'lastFull.json');

export const readRecord = (): FullRecord => JSON.parse(readFileSync(PATH, 'utf8')) as FullRecord;

export interface Outcome {
  step: string;
  passed: boolean;
  seconds: number;
  /** Seconds of each green file. */
  files: Readonly<Record<string, number>>;
}

/** Returns the record with the green files of a commit. Deleted files are removed. */
export function addOutcome(
  { parts, files }: FullRecord,
  { step, passed, seconds, files: green }: Outcome,
  commit: string,
  isThere: (file: string) => boolean = existsSync,
): FullRecord {
  const added = Object.entries(green).map(([file, took]) => [file, { commit, seconds: took }] as const);
  const all = Object.entries({ ...files, ...Object.fromEntries(added) }).filter(([file]) => isThere(file));
  return {
    parts: passed ? { ...parts, [step]: { commit, seconds: Math.round(seconds) } } : parts,
    files: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Stores the green files. Returns false if the tree has uncommitted changes. */
export function keepOutcome(outcome: Outcome): boolean {
  const commit = headCommit();
  if (commit === null || !isClean(NAME)) return false;
  writeFileSync(PATH, jsonText(addOutcome(readRecord(), outcome, commit)));
  return true;
}

export interface Age {
  part: string;
  /** Empty if it was never green. */
  commit: string;
  /** Null if the history does not go back that far. */
  commits: number | null;
}

/** Returns when a part was last completely green, which is the oldest run of its files. New files do not count yet. */
export function ageOf({ parts, files }: FullRecord, part: string, own: readonly string[] | null): Age {
  const greens = own ? own.flatMap((file) => files[file] ?? []) : [parts[part]].filter((one) => !!one);
  const commits = [...new Set(greens.map(({ commit }) => commit))];
  const ages = commits.map((commit) => ({ part, commit, commits: commitsSince(commit) }));
  const [oldest] = ages.sort((a, b) => (b.commits ?? Infinity) - (a.commits ?? Infinity));
  return oldest ?? { part, commit: '', commits: null };
}
