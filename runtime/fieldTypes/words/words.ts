/** The parts of a text in both languages, and its form in a file cell. */
import type { Field } from '../../../generated/definition.ts';
import type { SourceText } from '../../core/text/pickText.ts';

const MOST = 200;

export const PARTS = {
  zh: { type: 'string', title: { zh: '中文', en: 'Chinese' }, maxLength: MOST },
  en: { type: 'string', title: { zh: '英文', en: 'English' }, maxLength: MOST },
} as const satisfies Record<string, Field>;

/** Returns the text with each part as long as the field accepts. */
export const limitWords = ({ zh, en }: SourceText): { zh: string; en: string } => ({
  zh: zh.slice(0, MOST),
  en: en.slice(0, MOST),
});

const SEPARATOR = ' / ';

export const wordsCell = ({ zh, en }: SourceText): string => (zh === en ? zh : [zh, en].join(SEPARATOR));

/** Parses a cell. A text without a separator applies to both languages. */
export function parseWords(text: string): SourceText {
  const [zh = '', ...rest] = text.split(SEPARATOR).map((part) => part.trim());
  return { zh, en: rest.length > 0 ? rest.join(SEPARATOR) : zh };
}
