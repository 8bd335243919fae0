/** The stored ratios of earlier runs, each with its origin, in `bench/kept.json`. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { jsonText } from '../../runtime/core/text/jsonText.ts';
import { isGoalLow, isWorse, type Ratio } from './figure.ts';

/** The place and time at which a ratio was measured. */
export interface Origin {
  commit: string;
  date: string;
  machine: { processor: string; cores: number; memoryGb: number };
}

export interface StoredRatio extends Ratio, Origin {
  bench: string;
}

export interface Found {
  bench: string;
  ratios: readonly Ratio[];
  /** Other programs that were not installed. */
  missing: readonly string[];
}

const FILE = join(import.meta.dirname, '../kept.json');
const DIGITS = 1_000;
const GB = 2 ** 30;

export const readStored = (): StoredRatio[] =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as StoredRatio[]) : [];

export function writeKept(ratios: readonly StoredRatio[]): void {
  writeFileSync(FILE, jsonText(ratios));
}

export function readOrigin(): Origin {
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=8'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
  const [first] = cpus();
  return {
    commit,
    date: new Date().toISOString().slice(0, 10),
    machine: {
      processor: first?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / GB),
    },
  };
}

/**
 * Replaces all stored ratios of a bench by the new ones. If another program was missing, only ratios of the same name
 * are replaced.
 */
export function mergeKept(
  stored: readonly StoredRatio[],
  found: readonly Found[],
  origin: Origin,
): StoredRatio[] {
  const whole = new Set(found.filter(({ missing }) => missing.length === 0).map(({ bench }) => bench));
  const fresh = found.flatMap(({ bench, ratios }) =>
    ratios.map((ratio) => ({
      bench,
      ...ratio,
      value: Math.round(ratio.value * DIGITS) / DIGITS,
      ...origin,
    })),
  );
  const isStill = ({ bench, name }: StoredRatio): boolean =>
    !whole.has(bench) && !fresh.some((one) => one.bench === bench && one.name === name);
  return [...stored.filter(isStill), ...fresh].sort((a, b) => a.bench.localeCompare(b.bench, 'en'));
}

const pairs = (stored: readonly StoredRatio[], found: readonly Found[]) =>
  found.flatMap(({ bench, ratios }) =>
    ratios.flatMap((ratio) => {
      const before = stored.find((one) => one.bench === bench && one.name === ratio.name);
      return before ? [{ ratio, before }] : [];
    }),
  );

/** Returns a line for each ratio that is a quarter worse than the stored one. */
export const worseLines = (stored: readonly StoredRatio[], found: readonly Found[]): string[] =>
  pairs(stored, found)
    .filter(({ ratio, before }) => isWorse(ratio, before.value))
    .map(
      ({ ratio, before }) =>
        `${before.bench}, ${ratio.name}: ${ratio.value.toFixed(2)}, kept is ${before.value.toFixed(2)} (${before.commit})`,
    );

/** Returns a line for each goal that is more than a tenth below the measured value. */
export const lowGoalLines = (stored: readonly StoredRatio[], found: readonly Found[]): string[] =>
  pairs(stored, found)
    .filter(({ ratio, before }) => isGoalLow(ratio, before.value))
    .map(
      ({ ratio, before }) =>
        `${before.bench}, ${ratio.name}: the goal is ${ratio.goal}, and ${before.value.toFixed(2)} was reached`,
    );
