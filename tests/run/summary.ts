/** Builds the lines that a run prints at its end. */
import type { Reason } from './plan.ts';
import type { Age, FullRecord } from './record.ts';
import { PARTS } from './rotation.ts';
import type { Rotation } from './rotations.ts';
import type { RunNotes } from './runNotesReporter.ts';
import type { Result } from './runStep.ts';

/** Seconds after which a file is listed, because it should be split or share its set-up. */
const LONG_SECONDS = 60;
const SLOWEST = 20;

const indent = (text: string): string => text.replaceAll(/^/gm, '       ');
const secondsText = (seconds: number): string => `${seconds.toFixed(1).padStart(6)} s`;

export function resultLines(results: readonly Result[]): string[] {
  const lines = results.flatMap(({ name, passed, seconds, notes }) => [
    `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${secondsText(seconds)}`,
    ...notes.failed.map(indent),
  ]);
  const failed = results.filter(({ passed }) => !passed).length;
  return [...lines, `${results.length - failed} passed, ${failed} failed`];
}

export function skippedLines(results: readonly Result[]): string[] {
  const skipped = results.flatMap(({ notes }) => notes.skipped);
  return skipped.length ? [`skipped: ${skipped.length}`, ...skipped.map(indent)] : [];
}

export function slowLines(results: readonly Result[], all: boolean): string[] {
  const files = results.flatMap(({ notes }) => Object.entries(notes.seconds)).sort(([, a], [, b]) => b - a);
  const shown = files.filter(([, seconds], at) => seconds > LONG_SECONDS || (all && at < SLOWEST));
  const title = all
    ? `the ${SLOWEST} slowest files and those over ${LONG_SECONDS} s`
    : `files over ${LONG_SECONDS} s`;
  return shown.length
    ? [`${title}:`, ...shown.map(([file, seconds]) => indent(`${secondsText(seconds)} ${file}`))]
    : [];
}

const REASONS: Readonly<Record<Reason, string>> = {
  spine: 'run always',
  walk: 'walk a part',
  changed: 'concern what has changed',
  turn: 'have their turn',
};

/** Returns lines with the rotating tests of a run. */
export function planLines(seed: number, { name, plan, walk, isKnown }: Rotation): string[] {
  const reasons = Object.entries(REASONS).map(([reason, text]) => {
    const count = [...plan.chosen.values()].filter((one) => one === reason).length;
    return `${count} ${text}`;
  });
  const all = isKnown ? '' : ' (everything counts as changed: there is no full run or no history)';
  return [
    `${name}: part ${walk.part + 1} of ${PARTS}, by the seed ${seed} (--seed ${seed} tries the same again)`,
    `${name}: ${plan.chosen.size} files: ${reasons.join(', ')}${all}; ${plan.leftOut.length} are left out`,
  ];
}

const ageText = ({ commit, commits }: Age): string =>
  commit ? `${commit.slice(0, 8)}${commits === null ? '' : `, ${commits} commits ago`}` : 'never';

/** Returns lines for the files that were left out, by the commit of their last green run. */
export const leftOutLines = ({ name, plan }: Rotation, record: FullRecord): string[] =>
  [...Map.groupBy(plan.leftOut, (file) => record[file]?.commit.slice(0, 8) ?? '')].flatMap(
    ([commit, own]) => [`${name}: left out, last green at ${commit}:`, ...own.map(indent)],
  );

/** Returns the files without a failed test, with their durations in seconds. */
export function greenFiles({ failed, open, seconds }: RunNotes): Record<string, number> {
  const isRed = (file: string): boolean =>
    open.includes(file) || failed.some((one) => one.startsWith(`${file}:`) || one.startsWith(`${file}\n`));
  return Object.fromEntries(Object.entries(seconds).filter(([file]) => !isRed(file)));
}

/** Returns lines for the full runs that are too old or missing. Without a history their age is unknown. */
export const ageLines = (ages: readonly Age[], most: number): string[] =>
  ages
    .filter(({ commit, commits }) => commit === '' || (commits !== null && commits > most))
    .map(
      (age) => `the last full run of ${age.step} was ${ageText(age)}: run "npm run test:full -- ${age.step}"`,
    );
