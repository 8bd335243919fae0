import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDefinitions } from '../../../codegen/watch.ts';

let root: string;
let end: () => void;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  root = await mkdtemp(join(tmpdir(), 'wattdeck-watch-'));
  for (const folder of ['schemas/pages', 'openapi']) await mkdir(join(root, folder), { recursive: true });
});
afterEach(async () => {
  vi.useRealTimers();
  end();
  await rm(root, { recursive: true });
});

it('reports saved definitions, and a partially written one once it has content', async () => {
  const changed = new Set<string>();
  end = watchDefinitions(root, (path) => changed.add(path));
  const [page, calls] = [join(root, 'schemas/pages/mine.json'), join(root, 'openapi/mine.yaml')];
  // Empties the file, as editors do before they write.
  await writeFile(page, '');
  await writeFile(join(root, 'schemas/pages/other.json'), '{}');
  await expect.poll(() => [...changed]).toEqual([join(root, 'schemas/pages/other.json')]);
  await writeFile(page, '{}');
  await writeFile(calls, 'paths: {}');
  await expect.poll(() => [...changed]).toEqual(expect.arrayContaining([page, calls]));
  changed.clear();
  await rm(calls);
  await expect.poll(() => [...changed]).toEqual([calls]);
});

it('reads an empty file again, because the event of its content may be missing', async () => {
  const changed: string[] = [];
  end = watchDefinitions(root, (path) => changed.push(path));
  const page = join(root, 'schemas/pages/mine.json');
  await writeFile(page, '');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect(changed).toEqual([]);
  await writeFile(page, '{}');
  vi.advanceTimersToNextTimer();
  await expect.poll(() => changed).toContain(page);
});

it('reports a file that remains empty', async () => {
  const changed: string[] = [];
  end = watchDefinitions(root, (path) => changed.push(path));
  const page = join(root, 'schemas/pages/mine.json');
  await writeFile(page, '');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.runAllTimers();
  expect(changed).toEqual([page]);
});
