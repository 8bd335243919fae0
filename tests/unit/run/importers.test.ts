import { describe, expect, it } from 'vitest';
import { findImporters } from '../../run/importers.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'tests/unit/amount.test.ts': `import { add } from '../../runtime/core/amount.ts';`,
  'tests/unit/order.test.ts': `import { order } from '../../server/order.ts';
import type { Row } from '../../server/row.ts';`,
  'tests/unit/docs.test.ts': `import { readFileSync } from 'node:fs';`,
  'tests/unit/lazy.test.ts': `const { add } = await import('../../runtime/core/amount.ts');`,
  'server/order.ts': `import {
  add,
} from '../runtime/core/amount.ts';
export { price } from './price.ts';
import '../generated/entities.ts';`,
};
const importers = (...changed: string[]) =>
  [...findImporters(changed, Object.keys(TEXTS).slice(0, 4), (path) => TEXTS[path] ?? '')].map((file) =>
    file.slice('tests/unit/'.length, -'.test.ts'.length),
  );

describe('a change affects', () => {
  it('the tests that import a file, over any number of files', () => {
    expect(importers('runtime/core/amount.ts')).toEqual(['amount', 'order', 'docs', 'lazy']);
    expect(importers('server/price.ts')).toEqual(['order', 'docs']);
  });

  it('no test that imports only types of a file', () => {
    expect(importers('server/row.ts')).toEqual(['docs']);
  });

  it('the tests that read files, whichever file it is', () => {
    expect(importers('README.md')).toEqual(['docs']);
  });

  it('the tests that import generated files of a changed definition', () => {
    expect(importers('schemas/entities/manager/order.json')).toEqual(['order', 'docs']);
  });

  it('nothing if no file has changed', () => {
    expect(importers()).toEqual([]);
  });
});
