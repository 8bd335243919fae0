import type { FieldType } from '../../core/fieldType.ts';

export const uri: FieldType = {
  title: { zh: '网址', en: 'Web address' },
  json: ['string'],
  pattern: /^(?:https?:\/\/|\/)[^\s<>"']{1,2000}$/,
  message: {
    zh: '{title}应为以 https:// 开头的网址',
    en: '{title} must be an address that starts with https://',
  },
  control: 'uri',
  fitsCell: true,
  makeSample: () => 'https://example.com/site',
};
