/**
 * The generated tests of all operations send only wrong input. Each operation therefore needs a separate test of its
 * purpose.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operations } from '../../../generated/operations.ts';

const ROOT = join(import.meta.dirname, '../../..');

it('every operation is named in an API test, or in its shared helpers', () => {
  const text = globSync('tests/{api,support}/**/*.ts', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const named = new Set([...text.matchAll(/(?:'|\boperations\.)(\w+)/g)].map(([, id]) => id));
  expect(named.size).toBeGreaterThan(300);
  expect(Object.keys(operations).filter((id) => !named.has(id))).toEqual([]);
});
