import { describe, expect, it } from 'vitest';
import { plainBreaches } from '../../checks/plainEnglish.ts';

const ENTITY = 'schemas/entities/some.json';
const textOf = (en: string): string => `  "title": { "zh": "…", "en": "${en}" },`;

describe('a word that makes a sentence be read twice', () => {
  it.each([
    ['The amount cannot be nought'],
    ['Connected anew'],
    ['Rentals stand here'],
    ['Opened lately'],
    ['The record goes along'],
    ['What a policy gives comes by itself'],
    ['Retried by itself'],
    ['So long the condition has to hold'],
    ['Deleted for good'],
    ['The device tells its state'],
    ['Whoever has the link'],
    ['Nobody decides'],
    ['Saved by somebody else'],
    ['Saved meanwhile'],
    ['Say first which comes first'],
  ])('is refused in a text for users: %s', (en) => {
    expect(plainBreaches(ENTITY, textOf(en))).not.toEqual([]);
    expect(plainBreaches('runtime/kit/i18n/en/some.ts', `  'some.key': '${en}',`)).not.toEqual([]);
  });

  it.each([
    ['a comment', 'server/sites/some.ts', '/** Reads the record anew. */'],
    ['a comment that names no actor', 'server/sites/some.ts', '// Nobody is waited for.'],
    ['a comment about whoever', 'runtime/kit/some.ts', ' * For whoever calls it.'],
    ['a comment with a long way to say it', 'server/sites/some.ts', '// It waits so long, for good.'],
    ['a comment about somebody', 'tests/some.ts', '// Somebody else was faster.'],
    ['SQL', 'server/platform/db/schema/some.sql', '-- Entries stand here.'],
    ['a comment about a thing that speaks', 'server/sites/some.ts', '/** Tells the state. */'],
    ['a comment about a thing that stands', 'server/sites/some.ts', '// The field stands in a section.'],
    ['a title of a test', 'tests/api/some.test.ts', "  it('tells nothing of it', async () => {"],
    ['a document', 'docs/some.md', 'It was opened lately.'],
    ['a document that names no actor', 'docs/some.md', 'Nobody is waited for.'],
    ['a document about whoever', 'README.md', '| `keep` | for whoever calls it |'],
    ['a document with a long way to say it', 'docs/guide/some.md', '- It is removed for good.'],
  ])('is refused in %s', (_, file, line) => {
    expect(plainBreaches(file, line)).toContainEqual(expect.stringContaining(`${file}:1: `));
  });

  it.each([
    ['a plain text', ENTITY, textOf('The amount must be greater than 0')],
    ['code', 'server/sites/some.ts', "const anew = read('anew');"],
    ['code in a document', 'docs/some.md', 'Run `anew`.'],
    ['the page that has the pairs', 'docs/writing.md', 'zero, not nought'],
    ['a word that only users must not read', 'server/sites/some.ts', '// It was told the state.'],
    ['a sign that has a meaning', 'docs/some.md', 'A list stands for any of its values.'],
    ['a keyword in a document', 'docs/some.md', '- `nobody`: the step is skipped.'],
    ['a word that documents may have', 'docs/some.md', 'The device was told its state.'],
  ])('is not looked for in %s', (_, file, line) => expect(plainBreaches(file, line)).toEqual([]));
});

it('is also refused in the descriptions of definitions and calls', () => {
  expect(plainBreaches('schemas/meta/some.schema.json', '  "description": "Whoever asks."')).not.toEqual([]);
  expect(plainBreaches('openapi/some.yaml', '      summary: A job of whoever asks')).not.toEqual([]);
  expect(plainBreaches('openapi/some.yaml', '  whoever: { type: string }')).toEqual([]);
});
