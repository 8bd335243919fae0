/**
 * Watches the free space on the disk of the data folder. It warns before data is refused, and refuses data before
 * writes fail.
 */
import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { AppError } from '../errors/errors.ts';
import type { Logger } from '../log.ts';
import { gauge } from '../metrics.ts';
import { every } from '../timers/every.ts';

/**
 * `low`: an administrator should free space. `short`: files are refused. `full`: points are refused too, because the
 * database could not store them.
 */
type DiskLevel = 'roomy' | 'low' | 'short' | 'full';

const LOOK_MS = 5_000;
const MB = 1_048_576;
/** Warning threshold, as a multiple of the free space below which files are refused. */
const LOW_PART = 2;
const FULL_PART = 0.1;
/** Seconds until a sender may try again. */
const RETRY_AFTER_S = '60';

const free = gauge('wattdeck_disk_free_bytes', 'Free room on the disk of the data folder');

/** `limit`: the free space in bytes below which files are refused. 0 means never. */
export function judgeRoom(bytes: number, limit: number): DiskLevel {
  if (bytes < limit * FULL_PART) return 'full';
  if (bytes < limit) return 'short';
  return bytes < limit * LOW_PART ? 'low' : 'roomy';
}

export const diskFull = (cause?: unknown): AppError =>
  new AppError('disk.full', {}, { headers: { 'retry-after': RETRY_AFTER_S }, cause });

export interface Disk {
  level(): DiskLevel;
  /** Returns why points are refused. Null if they are accepted. */
  refusal(): AppError | null;
  /** Checks the disk once, so that the level is known after the start. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const MESSAGES: Readonly<Record<DiskLevel, readonly ['info' | 'warn' | 'error', string]>> = {
  roomy: ['info', 'the disk has room again'],
  low: ['warn', 'the disk is filling: make room, or soon no files are taken'],
  short: ['warn', 'the disk is nearly full: no files are taken, and no exports made'],
  full: ['error', 'the disk is full: no points are taken'],
};

async function readRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function createDisk(
  { config, log }: { config: Pick<Config, 'dataDir' | 'diskFreeMb'>; log: Logger },
  read: (folder: string) => Promise<number> = readRoom,
): Disk {
  let level: DiskLevel = 'roomy';
  async function look(): Promise<void> {
    const bytes = await read(config.dataDir);
    free.set(bytes);
    const found = judgeRoom(bytes, config.diskFreeMb * MB);
    if (found === level) return;
    level = found;
    const [loudness, text] = MESSAGES[level];
    log[loudness](text, { freeMb: Math.floor(bytes / MB) });
  }
  let watching: { close(): Promise<void> } | null = null;
  return {
    level: () => level,
    refusal: () => (level === 'full' ? diskFull() : null),
    async start() {
      await look();
      watching = every(log, 'free disk', LOOK_MS, look, { later: true });
    },
    close: async () => watching?.close(),
  };
}
