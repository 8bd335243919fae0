/**
 * `npm run bench` runs every bench of this folder, one after the other; `npm run bench -- form startup` runs only
 * these. `--mini` reduces the work of each bench to seconds: all steps run, but no figure is judged. `--keep` writes
 * the ratios into bench/kept.json. `--compare` lists each ratio that is a quarter worse than the stored one.
 */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lowGoalLines, mergeKept, readOrigin, readStored, worseLines, writeKept } from './kit/kept.ts';
import { type Run, runBench } from './kit/run.ts';

const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length));

const flag = { type: 'boolean', default: false } as const;
const { values: options, positionals: named } = parseArgs({
  options: { mini: flag, keep: flag, compare: flag },
  allowPositionals: true,
});

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const unknown = named.filter((name) => !benches.includes(name));
if (unknown.length) refuse(`There is no bench ${unknown.join(', ')}; there are ${benches.join(', ')}.`);
if (options.mini && (options.keep || options.compare))
  refuse('A miniature has no figures to keep or compare.');

function printLines(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.error([`\n${title}:`, ...lines].join('\n  '));
  process.exitCode = 1;
}

/** Prints a line for each bench, and its output if it failed. */
function printMini({ bench, end, seconds, missing, printed }: Run): void {
  if (end !== 'well') console.log(printed);
  const without = missing.length ? `, without ${missing.join(', ')}` : '';
  const word = end === 'well' ? 'ok    ' : 'FAILED';
  console.log(`${word} ${bench.padEnd(12)} ${seconds.toFixed(1).padStart(5)} s${without}`);
}

async function runAll(names: readonly string[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const name of names) {
    if (!options.mini) console.log(`\n── ${name} ──`);
    const run = await runBench(name, options);
    if (options.mini) printMini(run);
    runs.push(run);
  }
  return runs;
}

const offerTemplates = async (): Promise<() => Promise<void>> =>
  (await import('../tests/support/server/run/runSetup.ts')).offerTemplates();

const endTemplates = options.mini ? await offerTemplates() : async () => {};
const runs = await runAll(named.length ? named : benches);
await endTemplates();

const stored = readStored();
if (options.compare) printLines('worse by a quarter than the kept ratio', worseLines(stored, runs));
const whole = runs.filter(({ end }) => end !== 'broken');
const known = options.keep ? mergeKept(stored, whole, readOrigin()) : stored;
if (options.keep) writeKept(known);
printLines('more than a tenth below what was reached', lowGoalLines(known, runs));
const namesOf = (end: Run['end']): string[] =>
  runs.filter((run) => run.end === end).map(({ bench }) => bench);
printLines('missed a goal', namesOf('missed'));
printLines('failed', namesOf('broken'));
