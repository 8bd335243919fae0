import type { FieldType } from '../../core/fieldType.ts';
import { htmlText } from '../../core/text/htmlText.ts';

export const html: FieldType = {
  title: { zh: '富文本', en: 'Formatted text' },
  json: ['string'],
  pattern: /^[\s\S]*$/,
  filter: null,
  formatText: (value) => htmlText(String(value)),
  isDrawn: true,
  isMarkup: true,
  isWide: true,
  control: 'richText',
  makeSample: () => '<p>每周一巡检。</p>',
};
