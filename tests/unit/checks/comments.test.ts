import { expect, it } from 'vitest';
import { commentBreaches } from '../../checks/comments.ts';

const FILE = 'server/some.ts';

it.each([
  ['  // What was refused is kept.', 'What'],
  ['  /** Of the station. */', 'Of'],
  ['    /** Where it stands, and', 'Where'],
])('refuses half a sentence: %s', (line, word) => {
  expect(commentBreaches(FILE, `const one = {\n${line}\n};`)).toEqual([
    `${FILE}:2: a comment begins with "${word}": say in a sentence who does what`,
  ]);
});

it.each([
  ['a sentence', FILE, '  // The clock was set back meanwhile.'],
  ['a question', FILE, '  // What if the clock was set back?'],
  ['what stands at the margin', FILE, '/** What a station answers. */'],
  ['a document', 'docs/some.md', '  // What was refused is kept.'],
])('lets %s be', (_, file, line) => {
  expect(commentBreaches(file, line)).toEqual([]);
});
