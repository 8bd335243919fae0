import { expect, it } from 'vitest';
import { findLong, functionBreaches } from '../../checks/functionLength.ts';

const filled = (lines: number): string => Array.from({ length: lines }, () => '  work();').join('\n');
const named = (lines: number): string => `function long() {\n${filled(lines - 2)}\n}`;

it('finds functions of more than 80 lines, with the closures inside them', () => {
  expect(findLong('a.ts', named(80))).toEqual([]);
  expect(findLong('a.ts', named(81))).toEqual([{ name: 'long', line: 1, lines: 81, hasReason: false }]);
  const outer = `const outer = () => {\n  use(() => {\n${filled(81)}\n  });\n};`;
  expect(findLong('a.tsx', outer).map(({ name, lines }) => [name, lines])).toEqual([
    ['outer', 85],
    ['inside outer', 83],
  ]);
});

it('allows a longer one with a reason directly above', () => {
  expect(findLong('a.ts', `// long: a table of data\n${named(90)}`)[0]?.hasReason).toBe(true);
  expect(findLong('a.ts', `// long: a table of data\n\n${named(90)}`)[0]?.hasReason).toBe(false);
  expect(findLong('a.ts', `// it is long\n${named(90)}`)[0]?.hasReason).toBe(false);
});

it('names file, line, function and length', () => {
  const lines = functionBreaches([
    { file: 'server/a.ts', text: named(90) },
    { file: 'tests/a.ts', text: named(90) },
  ]);
  expect(lines).toEqual([expect.stringMatching(/^server\/a\.ts:1: long has 90 lines, 80 are allowed/)]);
});
