/** Runs a bench in its own process, so that its memory does not slow down the next bench. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeArgs } from '../../tests/support/server/process.ts';
import { NOTES, type Notes, readNotes } from './notes.ts';
import { MISSED } from './report.ts';
import { MINI } from './size.ts';

export interface Run extends Notes {
  bench: string;
  end: 'well' | 'missed' | 'broken';
  seconds: number;
  /** The output of a miniature bench. Otherwise empty, because the output was printed immediately. */
  printed: string;
}

/** A miniature bench that takes longer hangs. The first bench with the demo waits until the demo is created. */
const LIMIT_MS = 600_000;
/** Data of a miniature bench need not survive a loss of power. */
const MINI_ENV = { [MINI]: '1', PGOPTIONS: '-c synchronous_commit=off' };

const children = new Set<ChildProcess>();
const isWindows = process.platform === 'win32';

/** Ends a bench with all of its child processes. */
function endChild(child: ChildProcess): void {
  if (isWindows || !child.pid) return void child.kill('SIGKILL');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}

process.once('exit', () => {
  for (const child of children) endChild(child);
});
// A bench has its own process group, which Ctrl-C in the terminal does not reach.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

function start(bench: string, notes: string, mini: boolean): ChildProcess {
  const child = spawn(process.execPath, nodeArgs(`bench/${bench}.ts`), {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...(mini && MINI_ENV), [NOTES]: notes },
    stdio: mini ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    detached: !isWindows,
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** Returns the end by the exit code. A killed bench has none. */
function endOf(status: number | null): Run['end'] {
  if (status === 0) return 'well';
  return status === MISSED ? 'missed' : 'broken';
}

export async function runBench(bench: string, { mini }: { mini: boolean }): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'wattdeck-notes-'));
  const notes = join(folder, 'notes.jsonl');
  writeFileSync(notes, '');
  const began = performance.now();
  const child = start(bench, notes, mini);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const limit = mini ? setTimeout(endChild, LIMIT_MS, child) : undefined;
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  const seconds = (performance.now() - began) / 1000;
  const run: Run = { bench, end: endOf(status), seconds, printed, ...readNotes(notes) };
  rmSync(folder, { recursive: true, force: true });
  return run;
}
