import type { FieldType } from '../../core/fieldType.ts';

export const uuid: FieldType = {
  title: { zh: 'UUID', en: 'UUID' },
  json: ['string'],
  pattern: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  isBounded: true,
  message: { zh: '{title}应为 UUID', en: '{title} must be a UUID' },
  column: 'uuid',
  compare: 'uuid',
  control: 'text',
  makeSample: (index) => `0b0e7a52-6f0f-4a3b-9a51-0d6d2d6f2f1${index % 10}`,
};
