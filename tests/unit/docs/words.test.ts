/** Tests the check of words. It refuses the words that the glossary refuses, and allows similar ones. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { houseSynonyms, readSynonyms, wordBreaches } from '../../checks/words.ts';

const synonyms = houseSynonyms(join(import.meta.dirname, '../../..'));
const refused = (file: string, text: string) => wordBreaches(file, text, synonyms).length > 0;

describe('words that the glossary does not use', () => {
  it('are read from it, without remarks and ambiguous words', () => {
    const row = '| bin | 回收站 | where records wait | trash, crate (but in lists), row |  |';
    expect(readSynonyms(row).map(({ text, word }) => [text, word])).toEqual([
      ['trash', 'bin'],
      ['crate', 'bin'],
    ]);
    expect(synonyms.map(({ text }) => text)).toEqual(expect.arrayContaining(['trash', 'alert', 'workflow']));
  });

  it.each([
    ['docs/alarms.md', 'An alert is raised.'],
    ['server/engine/records/restore.ts', '/** Brings a record back from the trash. */'],
    ['server/engine/records/restore.ts', '  // The tickets are closed.'],
    ['runtime/kit/i18n/en/list.ts', "    bin: 'Move to the trash',"],
    [
      'server/platform/errors/errorTexts/records.ts',
      "  gone: text('没有', 'x'),\n    en: 'it is in the trash',",
    ],
  ])('are refused in %s: %s', (file, text) => {
    expect(refused(file, text)).toBe(true);
  });

  it.each([
    ['docs/alarms.md', 'The event `alert` of a browser.'],
    ['runtime/kit/parts/Panel.tsx', '      <div className="state" role="alert">'],
    ['runtime/kit/i18n/en/list.ts', "    trash: 'Recycle bin',"],
    ['runtime/kit/i18n/zh/list.ts', "    trash: '回收站',"],
    ['runtime/kit/i18n/en/list.ts', "    'list.trash.open': 'Recycle bin',"],
    ['docs/glossary.md', 'trash'],
  ])('may stand in %s: %s', (file, text) => {
    expect(refused(file, text)).toBe(false);
  });
});
