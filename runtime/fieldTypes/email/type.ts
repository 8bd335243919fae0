import type { FieldType } from '../../core/fieldType.ts';

export const email: FieldType = {
  title: { zh: '邮箱', en: 'Email' },
  json: ['string'],
  pattern: /^[^\s@<>"'()]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+$/,
  message: {
    zh: '{title}应为有效的邮箱，例如 name@company.com',
    en: '{title} must be an email address like name@company.com',
  },
  control: 'email',
  fitsCell: true,
  makeSample: (index) => `name${index + 1}@example.com`,
};
