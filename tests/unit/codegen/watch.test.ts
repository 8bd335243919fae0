import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { watchDefinitions } from '../../../codegen/watch.ts';

let root: string;
let end: () => void;
afterEach(async () => {
  end();
  await rm(root, { recursive: true });
});

it('reports saved definitions, and one that is being written once it has content', async () => {
  root = await mkdtemp(join(tmpdir(), 'wattdeck-watch-'));
  for (const folder of ['schemas/pages', 'openapi']) await mkdir(join(root, folder), { recursive: true });
  const told = new Set<string>();
  end = watchDefinitions(root, (path) => told.add(path));
  const [page, calls] = [join(root, 'schemas/pages/mine.json'), join(root, 'openapi/mine.yaml')];
  // Empties the file, as editors do before they write.
  await writeFile(page, '');
  await writeFile(join(root, 'schemas/pages/other.json'), '{}');
  await expect.poll(() => [...told]).toEqual([join(root, 'schemas/pages/other.json')]);
  await writeFile(page, '{}');
  await writeFile(calls, 'paths: {}');
  await expect.poll(() => [...told]).toEqual(expect.arrayContaining([page, calls]));
  told.clear();
  await rm(calls);
  await expect.poll(() => [...told]).toEqual([calls]);
});
