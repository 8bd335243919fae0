import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FILES = globSync(['pages/**/*.tsx', 'runtime/**/*.tsx', 'widgets/**/*.tsx']);

describe('a page that draws cards', () => {
  it('brings their styles along, for it may be the first that is opened', () => {
    const drawn = FILES.filter((file) => readFileSync(file, 'utf8').includes('"wd-list-card '));
    expect(drawn.length).toBeGreaterThan(2);
    expect(drawn.filter((file) => !readFileSync(file, 'utf8').includes('/cards.css'))).toEqual([]);
  });
});
