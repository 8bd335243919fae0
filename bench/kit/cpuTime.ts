/** Reads the processor time of processes and their children. Other work on the machine does not change it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

interface Process {
  parent: number;
  ms: number;
}

function readProcess(pid: string): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // The parent's time includes its ended children that it waited for.
    const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0);
    return { parent: fields[1]!, ms: ticks * TICK_MS };
  } catch {
    return null;
  }
}

function readProcesses(): Map<number, Process> {
  const all = new Map<number, Process>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readProcess(pid);
    if (found) all.set(Number(pid), found);
  }
  return all;
}

function findBelow(all: ReadonlyMap<number, Process>, roots: readonly number[]): Set<number> {
  const included = new Set(roots);
  for (let size = 0; size < included.size; ) {
    size = included.size;
    for (const [pid, { parent }] of all) if (included.has(parent)) included.add(pid);
  }
  return included;
}

/** Returns the ids of these processes and of all their descendants. */
export const processesBelow = (roots: readonly number[]): number[] => [...findBelow(readProcesses(), roots)];

/** Returns the milliseconds of these processes and of all their descendants. Returns 0 if there is no /proc. */
export function cpuTimeOf(roots: readonly number[]): number {
  const all = readProcesses();
  return [...findBelow(all, roots)].reduce((sum, pid) => sum + (all.get(pid)?.ms ?? 0), 0);
}
