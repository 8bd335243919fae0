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

  it('is the same with other comments, layout and local names', () => {
    expect(isSame(CODE.replace('/** Adds. */', '/** Adds two numbers. */').replace(' // exact', ''))).toBe(
      true,
    );
    expect(isSame(CODE.replaceAll('sum', 'total').replaceAll('  ', '    '))).toBe(true);
  });

  it('is another with another value, exported name or type', () => {
    for (const [from, to] of [
      ['+', '-'],
      ['add', 'join'],
      ['other: number', 'other: bigint'],
    ] as const)
      expect(isSame(CODE.replace(from, to)), to).toBe(false);
  });

  it('is another with another comment that a tool reads', () => {
    expect(isSame(`// @vitest-environment jsdom\n${CODE}`)).toBe(false);
  });

  it('is compared by its characters in files of other kinds', () => {
    expect(isSame(CODE.replace('exact', ''), 'add.sql')).toBe(false);
    expect(isSame(CODE, 'add.sql')).toBe(true);
  });

  it('is that of styles, too', () => {
    const css = '/* Wide\n   screens. */\n.wd-one {\n  top: 0;\n}\n';
    expect(isSameCode('one.css', css, css.replace('Wide', 'Narrow'))).toBe(true);
    expect(isSameCode('one.css', css, css.replace('0', '1px'))).toBe(false);
  });

  it('is that of JSX, too', () => {
    const one = 'export const One = () => <a title="Open">{/* closed */}</a>;';
    expect(isSameCode('One.tsx', one, one.replace('/* closed */', '/* open */'))).toBe(true);
    expect(isSameCode('One.tsx', one, one.replace('"Open"', '"Shut"'))).toBe(false);
  });
});

it('reads files of a commit, of which some did not exist', () => {
  const commit = headCommit();
  if (commit === null) return;
  const texts = textsAt(commit, ['LICENSE.none', 'tsconfig.json', 'docs/none.md', '.nvmrc.none']);
  expect([...texts.keys()]).toEqual(['tsconfig.json']);
  expect(texts.get('tsconfig.json')).toBe(readFileSync('tsconfig.json', 'utf8'));
});
