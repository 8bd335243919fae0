/** Runs a step as a separate process, and ends it with all its child processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { NO_NOTES, REPORTERS, RUN_NOTES, type RunNotes } from './runNotesReporter.ts';
import { isVitest, type Step } from './steps.ts';

export interface Result {
  name: string;
  passed: boolean;
  seconds: number;
  /** The faults for the summary, because often only the end of a long output is kept. */
  notes: RunNotes;
}

const isWindows = process.platform === 'win32';
const LOOK_MS = 10_000;
/** A step hangs if no test ends and nothing is printed for this long. Its total time is not limited. */
const STILL_MS = 30 * 60_000;
const children = new Set<ChildProcess>();

/** Ends a step with all its child processes. Otherwise a hanging worker would keep the output open. */
function endStep(child: ChildProcess): void {
  if (isWindows || !child.pid) return void child.kill('SIGKILL');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The step had already ended.
  }
}

process.once('exit', () => {
  for (const child of children) endStep(child);
});
// Each step is a process group, which Ctrl-C in the terminal does not reach.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

function readNotes(path: string): RunNotes {
  // A step without tests stores no notes, and neither does an interrupted run.
  if (!existsSync(path)) return NO_NOTES;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunNotes;
  } catch {
    // The step was ended while it wrote the file.
    return NO_NOTES;
  }
}

/** Ends a hanging step. Returns a function that stops the watch, and returns whether the step was hanging. */
function watchStep(child: ChildProcess, notes: string): () => boolean {
  let hangs = false;
  let last = performance.now();
  let changed = 0;
  const progress = (): void => {
    last = performance.now();
  };
  child.stdout?.on('data', progress);
  child.stderr?.on('data', progress);
  const timer = setInterval(() => {
    const now = existsSync(notes) ? statSync(notes).mtimeMs : 0;
    if (now !== changed) progress();
    changed = now;
    hangs = performance.now() - last > STILL_MS;
    if (hangs) endStep(child);
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return hangs;
  };
}

/** `more` contains further arguments for the step. `print` receives the output as it arrives. */
export async function runStep(
  step: Step,
  { more, notes: path, env }: { more: readonly string[]; notes: string; env: Record<string, string> },
  print: (chunk: Buffer) => void,
): Promise<Result> {
  const [program = '', ...args] = step.command;
  const start = performance.now();
  const child = spawn(program, [...args, ...(isVitest(step) ? REPORTERS : []), ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
    detached: !isWindows,
    env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...process.env, ...env, [RUN_NOTES]: path },
  });
  children.add(child);
  // Files with servers take longest, so checks get a lower priority.
  if (step.lane === 'checks' && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.stdout.on('data', print);
  child.stderr.on('data', print);
  const hung = watchStep(child, path);
  const status = await once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  );
  children.delete(child);
  const notes = readNotes(path);
  if (hung()) notes.failed.unshift(`hangs; under way: ${notes.open.join(', ') || 'nothing'}`);
  return {
    name: step.name,
    passed: status === 0,
    seconds: (performance.now() - start) / 1000,
    notes,
  };
}
