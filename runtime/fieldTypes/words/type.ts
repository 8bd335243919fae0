import type { FieldType } from '../../core/fieldType.ts';
import { pickText, type SourceText } from '../../core/text/pickText.ts';
import { PARTS, parseWords, wordsCell } from './words.ts';

/** A text in both languages. Readers see their own. */
export const words: FieldType = {
  title: { zh: '双语文字', en: 'Text in both languages' },
  json: ['object'],
  implied: { properties: PARTS, required: ['zh', 'en'] },
  column: 'jsonb',
  compare: 'words',
  filter: 'words',
  formatText: (value, { lang }) => pickText(value as SourceText, lang),
  cell: 'text',
  cellHelp: { zh: '中文和英文，用“ / ”分隔', en: 'The Chinese and the English text, separated by " / "' },
  formatCell: (value) => wordsCell(value as SourceText),
  parseCell: parseWords,
  control: 'words',
  isWide: true,
  makeSample: (index) => ({ zh: `储能柜 ${index + 1}`, en: `Cabinet ${index + 1}` }),
};
