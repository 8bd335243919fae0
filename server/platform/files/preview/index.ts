/**
 * Small pictures of stored pictures and films. The server makes a small picture when a page first asks for it, and
 * stores it. Backups do not contain small pictures, because they can be made again.
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFairQueue } from '../../worker/fairQueue.ts';
import type { FileOwner } from '../quota.ts';
import { makeSmall, smallTypeOf } from './ffmpeg.ts';

const FOLDER = 'previews';
const DAY_MS = 86_400_000;
/** Older small pictures are deleted. They are made again when a page asks for them. */
const DAYS = 90;

/** A page asks for all its pictures at once, so many of them may wait. */
const BOUNDS = {
  all: { running: 2, waiting: 1_000 },
  kind: { running: 2, waiting: 1_000 },
  tenant: { running: 2, waiting: 400 },
  person: { running: 1, waiting: 100 },
  link: { running: 1, waiting: 20 },
};

interface Original {
  /** The key of the file in the store. */
  key: string;
  path: string;
  type: string;
}

interface Small {
  path: string;
  type: string;
  size: number;
}

export interface Previews {
  /** Returns null if there is no FFmpeg, if the file has no picture, or if too many are waiting. */
  read(original: Original, reader: FileOwner): Promise<Small | null>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Writes a whole file, or none. An empty file marks an original of which no picture can be made. */
async function store(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, content);
  await rename(partial, path);
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** `ffmpeg`: the program with its options. */
export function createPreviews(config: { dataDir: string; ffmpeg: readonly string[] | null }): Previews {
  const queue = createFairQueue(BOUNDS);
  const making = new Map<string, Promise<void>>();
  const pathOf = (key: string): string => join(config.dataDir, FOLDER, key);

  async function make(program: readonly string[], { key, path, type }: Original, owner: FileOwner) {
    const leave = await queue.enter({
      kind: 'preview',
      tenantId: owner.tenantId,
      by: { person: owner.userId },
    });
    try {
      await store(pathOf(key), (await makeSmall(program, path, type)) ?? Buffer.alloc(0));
    } finally {
      leave();
    }
  }

  return {
    async read(original, reader) {
      const type = smallTypeOf(original.type);
      if (config.ffmpeg === null || type === null) return null;
      const path = pathOf(original.key);
      if ((await sizeOf(path)) === null) {
        const running =
          making.get(original.key) ??
          make(config.ffmpeg, original, reader).finally(() => making.delete(original.key));
        making.set(original.key, running);
        // The page shows the original if too many are waiting, or if the disk is full.
        await running.catch(() => {});
      }
      const size = await sizeOf(path);
      return size ? { path, type, size } : null;
    },

    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },
  };
}

/** Deletes small pictures that were made long ago. */
export async function sweepPreviews(dataDir: string, now = Date.now()): Promise<void> {
  const root = join(dataDir, FOLDER);
  const names = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const made = (await stat(path).catch(() => null))?.mtimeMs ?? now;
    if (made < now - DAYS * DAY_MS) await rm(path, { force: true });
  }
}
