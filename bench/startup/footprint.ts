/** Counts the cost of a server with its embedded PostgreSQL: processor time, memory and disk space. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { postmasterPid } from '../../tests/support/server/process.ts';
import { cpuTimeOf, processesBelow } from '../kit/cpuTime.ts';

/** A figure of our program with its workers, and the same figure of PostgreSQL. */
export interface Sides {
  node: number;
  postgres: number;
}

export interface Costs {
  cpuMs(): Sides;
  /** Bytes in memory. Memory that processes share counts once. */
  memory(): Sides;
}

/** Returns the bytes of a process with its part of shared memory. It is 0 if Linux does not report it. */
function bytesOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const sumOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + bytesOf(pid), 0);

export function costsOf(pid: number, dataDir: string): Costs {
  const postmaster = postmasterPid(dataDir);
  return {
    cpuMs() {
      const postgres = cpuTimeOf([postmaster]);
      return { node: cpuTimeOf([pid, postmaster]) - postgres, postgres };
    },
    memory() {
      const below = new Set(processesBelow([postmaster]));
      const others = processesBelow([pid]).filter((one) => !below.has(one));
      return { node: sumOf(others), postgres: sumOf([...below]) };
    },
  };
}

/** Returns the bytes of all files below a folder. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    if (!entry.isFile()) return sum;
    try {
      return sum + statSync(join(entry.parentPath, entry.name)).size;
    } catch {
      // The file was removed during the count.
      return sum;
    }
  }, 0);
}
