import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headCommit, textsAt } from '../../run/history.ts';
import { isSameCode } from '../../run/sameCode.ts';

const CODE = `/** Adds. */
export function add(one: number, other: number): number {
  const sum = one + other; // exact
  return sum;
}
`;

describe('the code of a file', () => {
  const isSame = (now: string, path = 'add.ts') => isSameCode(path, CODE, now);

  it('is the same with other comments, layout and local names', async () => {
    const reworded = CODE.replace('/** Adds. */', '/** Adds two numbers. */').replace(' // exact', '');
    expect(await isSame(reworded)).toBe(true);
    expect(await isSame(CODE.replaceAll('sum', 'total').replaceAll('  ', '    '))).toBe(true);
  });

  it('is the same with other types, which each run checks', async () => {
    expect(await isSame(CODE.replace('other: number', 'other: bigint'))).toBe(true);
    const typed = `import { join, type Part } from './join.ts';
export interface Whole { parts: Part[] }
export const joinAll = ({ parts }: Whole): Part => join(parts);
`;
    const isTyped = (now: string) => isSameCode('join.ts', typed, now);
    expect(await isTyped(typed.replaceAll('Part', 'Piece').replaceAll('Whole', 'All'))).toBe(true);
    expect(await isTyped(typed.replace('join,', 'glue as join,'))).toBe(false);
  });

  it('is another with another value or exported name', async () => {
    for (const [from, to] of [
      ['+', '-'],
      ['add', 'join'],
    ] as const)
      expect(await isSame(CODE.replace(from, to)), to).toBe(false);
  });

  it('is another with another comment that a tool reads', async () => {
    expect(await isSame(`// @vitest-environment jsdom\n${CODE}`)).toBe(false);
  });

  it('is compared by its characters in files of other kinds', async () => {
    expect(await isSame(CODE.replace('exact', ''), 'add.sql')).toBe(false);
    expect(await isSame(CODE, 'add.sql')).toBe(true);
  });

  it('is that of styles, too', async () => {
    const css = '/* Wide\n   screens. */\n.wd-one {\n  top: 0;\n}\n';
    expect(await isSameCode('one.css', css, css.replace('Wide', 'Narrow'))).toBe(true);
    expect(await isSameCode('one.css', css, css.replace('0', '1px'))).toBe(false);
  });

  it('is that of JSX, too', async () => {
    const one = 'export const One = () => <a title="Open">{/* closed */}</a>;';
    expect(await isSameCode('One.tsx', one, one.replace('/* closed */', '/* open */'))).toBe(true);
    expect(await isSameCode('One.tsx', one, one.replace('"Open"', '"Shut"'))).toBe(false);
  });
});

it('reads files of a commit, of which some did not exist', () => {
  const commit = headCommit();
  if (commit === null) return;
  const texts = textsAt(commit, ['LICENSE.none', 'tsconfig.json', 'docs/none.md', '.nvmrc.none']);
  expect([...texts.keys()]).toEqual(['tsconfig.json']);
  expect(texts.get('tsconfig.json')).toBe(readFileSync('tsconfig.json', 'utf8'));
});
