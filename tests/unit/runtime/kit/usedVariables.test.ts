/**
 * Tests that every variable that a style uses is defined. A style with an undefined variable has no effect, and no
 * error appears.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scaleVariables, themeVariables } from '../../../../runtime/kit/theme/cssVariables.ts';
import { tokens } from '../../../../runtime/kit/theme/tokens.ts';

const SOURCES = globSync('{runtime,pages,widgets}/**/*.{css,ts,tsx}');
/** Matches variables that are used without a fallback. */
const USED = /var\((--wd-[\w-]+)\)/g;
/** A variable is declared in a style, or set on an element by code. */
const DECLARED = /(--wd-[\w-]+)['"`\]]*\s*:/g;
const SET = /setProperty\(\s*['"`](--wd-[\w-]+)/g;

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

it('styles use only defined variables', () => {
  const texts = SOURCES.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const defined = new Set([
    ...Object.keys({ ...scaleVariables(), ...themeVariables(tokens.default) }),
    ...texts.flatMap(([, text]) => [...namesIn(text, DECLARED), ...namesIn(text, SET)]),
  ]);
  const missing = texts.flatMap(([file, text]) =>
    namesIn(text, USED)
      .filter((name) => !defined.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
