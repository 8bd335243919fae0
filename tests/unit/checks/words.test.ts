import { describe, expect, it } from 'vitest';
import { readSynonyms, wordBreaches } from '../../checks/words.ts';

const GLOSSARY = `
| word | 中文 | meaning | not | entity |
|---|---|---|---|---|
| widget | 组件 | one part of a board | module (but in code), 零件, card | |
| work order | 工单 | work at a station | ticket | |
`;
const synonyms = readSynonyms(GLOSSARY);
const TEXTS = 'runtime/kit/i18n/en.ts';

describe('a word that the glossary replaces', () => {
  it.each([
    ['a text', TEXTS, `  'board.add': 'Add a module',`, 'module'],
    ['several in a text', TEXTS, `  'board.say': '{count} modules',`, 'module'],
    ['a definition', 'schemas/widgets/some.json', '  "en": "Module title"', 'module'],
    ['a pair in code', 'runtime/board/some.ts', `  step({ zh: '添加', en: 'Add a module' }),`, 'module'],
    ['a Chinese text', 'runtime/kit/i18n/zh.ts', `  'board.add': '添加零件',`, '零件'],
    ['a Chinese message', 'server/sites/some.ts', `  fault('两个零件', 'two widgets'),`, '零件'],
    ['a document', 'docs/some.md', 'Close the tickets.', 'ticket'],
  ])('is refused in %s', (_, file, line, word) => {
    expect(wordBreaches(file, line, synonyms)).toEqual([expect.stringContaining(`says "${word}"`)]);
  });

  it.each([
    ['code', 'runtime/board/some.ts', '  const module = await loader();'],
    ['a key', TEXTS, `  'board.module': 'Add a widget',`],
    ['a comment of programs', 'runtime/board/some.ts', '// The module is loaded when it is needed.'],
    ['a document of programs', 'docs/guide.md', 'The module says which data it needs.'],
    ['a photovoltaic array', 'schemas/imports/some.json', '  "en": "Module temperature 1"'],
    ['a word with two meanings', TEXTS, `  'some': 'Identity card',`],
  ])('is none in %s', (_, file, line) => {
    expect(wordBreaches(file, line, synonyms)).toEqual([]);
  });
});
