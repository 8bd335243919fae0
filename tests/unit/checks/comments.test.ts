import { expect, it } from 'vitest';
import { commentBreaches } from '../../checks/comments.ts';

const FILE = 'server/some.ts';

it.each([
  ['  // What was refused is kept.', 'What'],
  ['  /** Of the station. */', 'Of'],
  ['    /** Where it stands, and', 'Where'],
  ['/** What a station answers. */', 'What'],
])('refuses half a sentence: %s', (line, word) => {
  expect(commentBreaches(FILE, `const one = {\n${line}\n};`)).toEqual([
    `${FILE}:2: a comment begins with "${word}": say in a sentence who does what`,
  ]);
});

it('refuses it at the beginning of a comment of several lines', () => {
  expect(commentBreaches(FILE, '/**\n * Whether it is heard,\n * One by one.\n */')).toEqual([
    `${FILE}:2: a comment begins with "Whether": say in a sentence who does what`,
  ]);
});

it.each([
  ['a sentence', FILE, '  // The clock was set back meanwhile.'],
  ['a question', FILE, '  // What if the clock was set back?'],
  [
    'a line within a sentence',
    FILE,
    '/**\n * Tells of each of the stations, of\n * Which one hears, its name.\n */',
  ],
  ['a document', 'docs/some.md', '  // What was refused is kept.'],
])('lets %s be', (_, file, line) => {
  expect(commentBreaches(file, line)).toEqual([]);
});
