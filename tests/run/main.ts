/**
 * `npm test`: every check of the project, one after the other, with the time each took; the stories are drawn beside
 * the checks before them, which leave the machine half idle.
 * `npm test -- unit api` runs only the named steps; `npm run test:browsers` is a step that runs only by its name.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import offerTemplates from '../support/server/runSetup.ts';
import { REPORTERS, RUN_NOTES, type RunNotes } from './runNotesReporter.ts';

interface Step {
  name: string;
  command: string[];
  /** Begins with the second step; what it prints is shown when its turn comes. */
  beside?: boolean;
  /** Needs what few machines have, and runs only where somebody names it. */
  onlyNamed?: boolean;
  /** After so many minutes it hangs, and is ended with the names of what it was at. */
  minutes?: number;
}

/** The small steps take half a minute each. */
const MINUTES = 10;

const STEPS: Step[] = [
  { name: 'codegen', command: ['node', 'codegen/main.ts'] },
  { name: 'lint', command: ['npm', 'run', '-s', 'lint'] },
  { name: 'wings', command: ['npm', 'run', '-s', 'wings'] },
  { name: 'types', command: ['npm', 'run', '-s', 'types'] },
  { name: 'dead-code', command: ['knip'] },
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'], minutes: 20 },
  { name: 'build', command: ['vite', 'build', '--manifest', '--logLevel', 'warn'] },
  { name: 'size', command: ['node', 'tests/checks/startSize.ts'] },
  {
    name: 'story',
    command: ['vitest', 'run', '--config', '.storybook/vitest.config.ts'],
    beside: true,
    minutes: 20,
  },
  { name: 'api', command: ['vitest', 'run', '--project', 'api'], minutes: 30 },
  { name: 'cluster', command: ['node', 'tests/cluster/main.ts', '--if-found'] },
  { name: 'browser', command: ['vitest', 'run', '--project', 'browser'], minutes: 30 },
  { name: 'browsers', command: ['vitest', 'run', '--project', 'browsers'], onlyNamed: true, minutes: 120 },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length) {
  console.error(
    `There is no step ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}.`,
  );
  process.exit(1);
}

interface Result {
  name: string;
  passed: boolean;
  seconds: number;
  /** Often the end of a long output is all that was kept, so the summary says what went wrong. */
  failed: string[];
  flaky: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'wattdeck-results-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const notesOf = (name: string): string => join(folder, `${name}.json`);

function readNotes(name: string): RunNotes {
  const path = notesOf(name);
  // A step without tests keeps none, and neither does a run that broke off.
  if (!existsSync(path)) return { open: [], failed: [], flaky: [] };
  return JSON.parse(readFileSync(path, 'utf8')) as RunNotes;
}

const isWindows = process.platform === 'win32';
const children = new Set<ChildProcess>();

/** Ends a step with all that it started: a worker that hangs would keep our output open. */
function endStep(child: ChildProcess): void {
  if (isWindows || !child.pid) return void child.kill('SIGKILL');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended in this moment.
  }
}

process.once('exit', () => {
  for (const child of children) endStep(child);
});
// Steps are groups of their own, which Ctrl-C in the terminal does not reach.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Returns what is to be said of a step that took longer than it may. */
const hangText = ({ minutes = MINUTES }: Step, { open }: RunNotes): string =>
  `ended after ${minutes} minutes; under way: ${open.join(', ') || 'nothing'}`;

async function runStep(step: Step, hidden: boolean) {
  const { name, command, minutes = MINUTES } = step;
  const [program = '', ...args] = command;
  const start = performance.now();
  const child = spawn(program, program === 'vitest' ? [...args, ...REPORTERS] : args, {
    stdio: hidden ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: isWindows,
    detached: !isWindows,
    env: { ...process.env, [RUN_NOTES]: notesOf(name) },
  });
  children.add(child);
  let hangs = false;
  const limit = setTimeout(() => {
    hangs = true;
    endStep(child);
  }, minutes * 60_000);
  const printed: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
  const status = await once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  );
  clearTimeout(limit);
  children.delete(child);
  const passed = status === 0;
  const seconds = (performance.now() - start) / 1000;
  const notes = readNotes(name);
  const failed = hangs ? [hangText(step, notes), ...notes.failed] : notes.failed;
  const result: Result = { name, passed, seconds, failed, flaky: notes.flaky };
  return { result, printed: Buffer.concat(printed) };
}

const endTemplates = await offerTemplates();

const steps = STEPS.filter(({ name, onlyNamed }) => (wanted.length ? wanted.includes(name) : !onlyNamed));
const begun = new Map<Step, ReturnType<typeof runStep>>();
const results: Result[] = [];
for (const [at, step] of steps.entries()) {
  if (at === 1) for (const one of steps) if (one.beside) begun.set(one, runStep(one, true));
  console.log(`\n── ${step.name} ──`);
  const { result, printed } = await (begun.get(step) ?? runStep(step, false));
  process.stdout.write(printed);
  results.push(result);
}

await endTemplates();

console.log('\n── summary ──');
const printIndented = (text: string): void => console.log(text.replaceAll(/^/gm, '       '));
for (const { name, passed, seconds, failed, flaky } of results) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`);
  for (const test of failed) printIndented(test);
  for (const test of flaky) printIndented(`passed only when it was tried again: ${test}`);
}
const failed = results.filter((result) => !result.passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
