import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWhenWritten } from '../../../../../server/engine/studio/followFiles.ts';

const PAGE = 'schemas/pages/bottom/mine.json';
let root: string;
let text: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wattdeck-half-'));
  await cp('schemas', join(root, 'schemas'), { recursive: true });
  text = await readFile(join(root, PAGE), 'utf8');
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('waits for a partly written definition', async () => {
  await writeFile(join(root, PAGE), text.slice(0, text.length / 2));
  setTimeout(() => void writeFile(join(root, PAGE), text), 150);
  const { definitions } = await readWhenWritten(root);
  expect(definitions.pages.map(({ value }) => value.name)).toContain(JSON.parse(text).name);
});

it('names the one that remains unreadable', async () => {
  await writeFile(join(root, PAGE), '{');
  await expect(readWhenWritten(root)).rejects.toThrow(PAGE);
});
