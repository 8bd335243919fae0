import type { FieldType } from '../../core/fieldType.ts';

export const phone: FieldType = {
  title: { zh: '电话', en: 'Phone' },
  json: ['string'],
  pattern: /^\+?[0-9][0-9 ()-]{2,28}[0-9]$/,
  message: {
    zh: '{title}应为有效的电话号码，例如 +86 10 1234 5678',
    en: '{title} must be a phone number like +86 10 1234 5678',
  },
  control: 'phone',
  fitsCell: true,
  makeSample: (index) => `+86 571 8888 000${index % 10}`,
};
