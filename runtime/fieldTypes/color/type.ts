import type { FieldType } from '../../core/fieldType.ts';

export const color: FieldType = {
  title: { zh: '颜色', en: 'Colour' },
  json: ['string'],
  pattern: /^#[0-9A-Fa-f]{6}$/,
  isBounded: true,
  message: { zh: '{title}应为颜色，例如 #409EFF', en: '{title} must be a colour like #409EFF' },
  isChosen: true,
  isDrawn: true,
  control: 'color',
  makeSample: () => '#3563DB',
};
