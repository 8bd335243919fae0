import type { FieldType } from '../../core/fieldType.ts';

export const timezone: FieldType = {
  title: { zh: '时区', en: 'Time zone' },
  json: ['string'],
  pattern: /^[A-Za-z][A-Za-z0-9_+-]{0,31}(?:\/[A-Za-z0-9_+-]{1,31}){0,2}$/,
  message: { zh: '请选择{title}', en: 'Select {title}' },
  isChosen: true,
  control: 'timezone',
  makeSample: () => 'Asia/Shanghai',
};
