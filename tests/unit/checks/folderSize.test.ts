import { expect, it } from 'vitest';
import { folderBreaches } from '../../checks/folderSize.ts';

const files = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${folder}/file${at}.ts`);

it('refuses a folder with more than 25 programs, and names it', () => {
  const all = [...files('server/engine', 26), ...files('server/engine/list', 25), 'server/engine/style.css'];
  expect(folderBreaches(all)).toEqual([
    'server/engine: 26 files side by side, 25 are allowed: put them in rooms by what they do',
  ]);
});

it('allows an index by name of any length', () => {
  expect(folderBreaches(files('server/calls', 60))).toEqual([]);
});
