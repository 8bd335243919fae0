import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAMILIES } from '../../copies/families.ts';

const ROOT = join(import.meta.dirname, '../../..');

it('names existing programs', () => {
  const files = FAMILIES.flatMap(({ demo, lines, tests }) => [
    ...demo.map((name) => `demo/${name}.ts`),
    ...lines.map(([file]) => file),
    ...tests.map((test) => `tests/${test}`),
  ]);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
