import type { FieldType } from '../../core/fieldType.ts';

export const icon: FieldType = {
  title: { zh: '图标', en: 'Icon' },
  json: ['string'],
  pattern: /^[a-z][A-Za-z0-9-]{0,59}$/,
  isBounded: true,
  message: { zh: '请选择{title}', en: 'Select {title}' },
  isChosen: true,
  isDrawn: true,
  control: 'icon',
  makeSample: () => 'battery',
};
