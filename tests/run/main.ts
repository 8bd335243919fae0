/**
 * `npm test`: every check of the project; api and browser tests take turns, see docs/guide/tests.md.
 * `npm test -- unit api` runs only the named steps, `--seed N` tries the part of another day.
 * `npm run test:full` leaves nothing out and keeps the commit at which it was green; names run parts of it, one by one.
 * `npm run test:recent` fails where the last full run is too many commits ago, and runs nothing.
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import runSetup from '../support/server/runSetup.ts';
import { findAffected, type Sources } from './affected.ts';
import { makePlan, type Plan } from './plan.ts';
import { type Age, agesOf, changedSinceGreen, keepGreen, MOST_COMMITS, readRecord } from './record.ts';
import { partOfSeed, seedOf, WALK, type Walk } from './rotation.ts';
import { type Result, runStep } from './runStep.ts';
import { schedule } from './schedule.ts';
import { readSources } from './sources.ts';
import { SPINE, WALKS } from './spine.ts';
import { FULL_PARTS, STEPS, type Step } from './steps.ts';
import { ageLines, leftOutLines, planLines, resultLines, skippedLines, slowLines } from './summary.ts';

const print = (lines: readonly string[]): void => {
  if (lines.length) console.log(lines.join('\n'));
};

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    recent: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(seedOf(new Date())) },
  },
});
const seed = Number(options.seed);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length || !Number.isInteger(seed)) {
  const names = STEPS.map(({ name }) => name).join(', ');
  console.error(
    unknown.length
      ? `There is no step ${unknown.join(', ')}; there are ${names}.`
      : 'The seed is a whole number.',
  );
  process.exit(1);
}

const record = readRecord();
const old = ageLines(agesOf(record, FULL_PARTS), MOST_COMMITS);
print(old);
if (options.recent) process.exit(old.length ? 1 : 0);

/** A step that somebody names runs, with what it needs of the product. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  api: ['codegen', 'build'],
  browser: ['codegen', 'build'],
  bench: ['codegen', 'build'],
};
const asked = options.full ? wanted.flatMap((name) => [...(NEEDED[name] ?? ['codegen']), name]) : wanted;
const isWanted = ({ name, only }: Step): boolean =>
  asked.length ? asked.includes(name) : only === undefined || (only === 'full' && options.full);
const steps = STEPS.filter(isWanted);

interface Rotation {
  name: string;
  plan: Plan;
  walk: Walk;
  age: Age;
  /** False where the history does not tell what has changed since. */
  changed: boolean;
}

function planStep({ name, rotates = '' }: Step, sources: Sources): Rotation {
  const part = partOfSeed(seed);
  const files = globSync(rotates)
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  const paths = options.full ? null : changedSinceGreen(record, name);
  const affected = paths && findAffected(paths, files, sources);
  const plan = makePlan({ files, affected, part, spine: SPINE, walks: WALKS });
  const walk = { whole: affected?.walks ?? true, part, names: affected?.names ?? [] };
  return { name, plan, walk, age: agesOf(record, [name])[0]!, changed: paths !== null };
}

const folder = mkdtempSync(join(tmpdir(), 'wattdeck-results-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const needsServers = steps.some(({ rotates }) => rotates !== undefined);
const endRun = needsServers ? await runSetup() : async () => {};
const rotations = new Map<string, Rotation>();
const results = new Map<string, Result>();

/** Plans a step when its turn comes: only then the description of the calls is there. */
function rotationOf(step: Step): Rotation {
  const rotation = planStep(step, readSources());
  rotations.set(step.name, rotation);
  print(planLines(seed, rotation.walk.part, [rotation]));
  return rotation;
}

async function run(step: Step): Promise<void> {
  const rotation = step.rotates === undefined ? null : rotationOf(step);
  const isAlone = step.cores > 1;
  const printed: Buffer[] = [];
  if (isAlone) console.log(`\n── ${step.name} ──`);
  const result = await runStep(
    step,
    {
      more: rotation && !options.full ? [...rotation.plan.chosen.keys()] : [],
      notes: join(folder, `${step.name}.json`),
      env: rotation ? { [WALK]: JSON.stringify(rotation.walk) } : {},
    },
    (chunk) => (isAlone ? process.stdout.write(chunk) : printed.push(chunk)),
  );
  // A step that ran beside others is shown when it has ended.
  if (!isAlone) process.stdout.write(`\n── ${step.name} ──\n${Buffer.concat(printed)}`);
  results.set(step.name, result);
  if (!options.full || !result.passed || !FULL_PARTS.includes(step.name)) return;
  if (!keepGreen(step.name, result.seconds, result.notes.seconds))
    console.log(`${step.name} is green, which is not kept: the tree has changes that are not committed.`);
}

await schedule(steps, Math.max(2, availableParallelism()), run);
await endRun();

const ended = steps.flatMap(({ name }) => results.get(name) ?? []);
const planned = [...rotations.values()];
console.log('\n── summary ──');
if (!options.full) {
  print(leftOutLines(planned));
  for (const rotation of planned) print(planLines(seed, rotation.walk.part, [rotation]));
}
print(skippedLines(ended));
print(slowLines(ended, options.full));
print(resultLines(ended));
print(old);
process.exitCode = ended.every(({ passed }) => passed) ? 0 : 1;
