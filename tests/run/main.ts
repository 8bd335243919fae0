/**
 * `npm test` runs every check of the project; api and browser tests alternate, see docs/guide/tests.md. `npm test --
 * unit api` runs only the named steps, `--seed N` runs the part of another day. `npm run test:full` runs everything
 * and stores the commit of a green run; names run single parts, and `--file PATH` runs single files of them. `npm run
 * test:recent` runs no test. It fails if the last full run is too many commits ago.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import runSetup from '../support/server/run/runSetup.ts';
import { ageOf, keepGreen, MOST_COMMITS, readRecord } from './record.ts';
import { seedOf, WALK } from './rotation.ts';
import { filesOf, planRotation, type Rotation } from './rotations.ts';
import { type Result, runStep } from './runStep.ts';
import { schedule } from './schedule.ts';
import { readSources } from './sources.ts';
import { isVitest, STEPS, type Step } from './steps.ts';
import {
  ageLines,
  greenFiles,
  leftOutLines,
  planLines,
  resultLines,
  skippedLines,
  slowLines,
} from './summary.ts';

const print = (lines: readonly string[]): void => {
  if (lines.length) console.log(lines.join('\n'));
};

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    recent: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(seedOf(new Date())) },
    file: { type: 'string', multiple: true, default: [] },
  },
});
const seed = Number(options.seed);
const unknown = named.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length || !Number.isInteger(seed)) {
  const names = STEPS.map(({ name }) => name).join(', ');
  const wrong = `There is no step ${unknown.join(', ')}; there are ${names}.`;
  console.error(unknown.length ? wrong : 'The seed is a whole number.');
  process.exit(1);
}

const record = readRecord();
const rotating = STEPS.filter(({ rotates }) => rotates !== undefined);
const old = ageLines(
  rotating.map((step) => ageOf(record, step.name, filesOf(step))),
  MOST_COMMITS,
);
print(old);
if (options.recent) process.exit(old.length ? 1 : 0);

/** The steps that run together with an explicitly named step. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  api: ['codegen', 'build'],
  browser: ['codegen', 'build'],
  bench: ['codegen', 'build'],
  size: ['codegen', 'build'],
};
const chosen = options.full ? named.flatMap((name) => [...(NEEDED[name] ?? ['codegen']), name]) : named;
const isChosen = ({ name, only }: Step): boolean =>
  chosen.length ? chosen.includes(name) : only === undefined || (only === 'full' && options.full);
const steps = STEPS.filter(isChosen);

const folder = mkdtempSync(join(tmpdir(), 'wattdeck-results-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const needsServers = steps.some(({ lane, rotates }) => lane === 'servers' && rotates !== undefined);
const endRun = needsServers ? await runSetup() : async () => {};
const rotations: Rotation[] = [];
const results = new Map<string, Result>();

/** Plans a step just before it runs, because the description of the calls does not exist before. */
async function rotationOf(step: Step): Promise<Rotation> {
  const rotation = await planRotation(step, { seed, isFull: options.full, record, sources: readSources() });
  rotations.push(rotation);
  if (!options.full) print(planLines(seed, rotation));
  return rotation;
}

/** Stores the green files of a full run. A program without tests is one file, which passed or failed. */
function storeResult({ name, passed, seconds, notes }: Result, step: Step): void {
  const secondsByFile = isVitest(step)
    ? greenFiles(notes)
    : Object.fromEntries(passed ? filesOf(step).map((file) => [file, Math.round(seconds)]) : []);
  if (!keepGreen(secondsByFile))
    console.log(`What is green of ${name} is not kept: the tree has changes that are not committed.`);
}

async function run(step: Step): Promise<void> {
  const rotation = step.rotates === undefined ? null : await rotationOf(step);
  const showsAtOnce = step.lane === 'servers';
  const printed: Buffer[] = [];
  if (showsAtOnce) console.log(`\n── ${step.name} ──`);
  const planned = [...(rotation?.plan.chosen.keys() ?? [])];
  if (rotation && planned.length === 0) return;
  const result = await runStep(
    step,
    {
      more: rotation && options.full && options.file.length ? options.file : planned,
      notes: join(folder, `${step.name}.json`),
      env: rotation ? { [WALK]: JSON.stringify(rotation.walk) } : {},
    },
    (chunk) => (showsAtOnce ? process.stdout.write(chunk) : printed.push(chunk)),
  );
  // The output of a check is printed at its end, because it runs at the same time as a step with servers.
  if (!showsAtOnce) process.stdout.write(`\n── ${step.name} ──\n${Buffer.concat(printed)}`);
  results.set(step.name, result);
  if (options.full && rotation) storeResult(result, step);
}

await schedule(steps, Math.max(2, availableParallelism()), run);
await endRun();

const ended = steps.flatMap(({ name }) => results.get(name) ?? []);
console.log('\n── summary ──');
if (!options.full) {
  for (const rotation of rotations) print([...leftOutLines(rotation, record), ...planLines(seed, rotation)]);
}
print(skippedLines(ended));
print(slowLines(ended, options.full));
print(resultLines(ended));
print(old);
process.exitCode = ended.every(({ passed }) => passed) ? 0 : 1;
