/** Makes the lines that a run prints at its end. */
import type { Plan, Reason } from './plan.ts';
import type { Age } from './record.ts';
import { PARTS } from './rotation.ts';
import type { Result } from './runStep.ts';

/** A file that takes longer is named: it is to be split, or its set-up shared. */
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
  const long = files.filter(([, seconds]) => seconds > LONG_SECONDS);
  const shown = all ? files.slice(0, SLOWEST) : long;
  const title = all ? `the ${SLOWEST} slowest files` : `files over ${LONG_SECONDS} s`;
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

/** Says which of the rotating tests a run tries. */
export function planLines(
  seed: number,
  part: number,
  plans: readonly { name: string; plan: Plan; age: Age; changed: boolean }[],
): string[] {
  const head = `part ${part + 1} of ${PARTS}, by the seed ${seed} (--seed ${seed} tries the same again)`;
  return [
    head,
    ...plans.map(({ name, plan, changed }) => {
      const reasons = Object.entries(REASONS).map(([reason, text]) => {
        const count = [...plan.chosen.values()].filter((one) => one === reason).length;
        return `${count} ${text}`;
      });
      const all = changed ? '' : ' (without a history everything counts as changed)';
      return `${name}: ${plan.chosen.size} files: ${reasons.join(', ')}${all}; ${plan.leftOut.length} are left out`;
    }),
  ];
}

const ageText = ({ commit, commits }: Age): string =>
  commit ? `${commit.slice(0, 8)}${commits === null ? '' : `, ${commits} commits ago`}` : 'never';

export const leftOutLines = (plans: readonly { name: string; plan: Plan; age: Age }[]): string[] =>
  plans.flatMap(({ name, plan, age }) =>
    plan.leftOut.length === 0
      ? []
      : [`${name}: left out, last green at ${ageText(age)}:`, ...plan.leftOut.map(indent)],
  );

/** Names the full runs that are too long ago, or were never. Without a history nobody knows how long ago they were. */
export const ageLines = (ages: readonly Age[], most: number): string[] =>
  ages
    .filter(({ commit, commits }) => commit === '' || (commits !== null && commits > most))
    .map(
      ({ part, ...age }) =>
        `the last full run of ${part} was ${ageText({ part, ...age })}: run "npm run test:full -- ${part}"`,
    );
