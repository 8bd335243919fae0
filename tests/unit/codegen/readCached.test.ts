import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemo, createRead } from '../../../codegen/readCached.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-cached-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a codegen that runs again', () => {
  it('parses a file once for each text, and shares the result', () => {
    const path = join(folder, 'one.json');
    const read = createRead((text): { list: number[] } => JSON.parse(text));
    writeFileSync(path, '{ "list": [1] }');
    const first = read(path);
    writeFileSync(path, '{ "list": [1] }');
    expect(read(path)).toBe(first);
    expect(() => first.list.push(2)).toThrow(TypeError);
    writeFileSync(path, '{ "list": [2] }');
    expect(read(path)).toEqual({ list: [2] });
  });

  it('recomputes only results of a changed text', () => {
    const made: string[] = [];
    const memo = createMemo<number>();
    const make = (name: string, text: string) => memo(name, text, () => made.push(`${name} ${text}`));
    for (const text of ['a', 'a', 'b']) for (const name of ['one', 'two']) make(name, text);
    expect(made).toEqual(['one a', 'two a', 'one b', 'two b']);
  });
});
