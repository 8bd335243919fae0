import type { FieldType } from '../../core/fieldType.ts';

export const image: FieldType = {
  title: { zh: '图片', en: 'Picture' },
  json: ['string'],
  pattern: /^[^\s<>"']{1,500}$/,
  message: { zh: '{title}应为图片，请重新上传', en: '{title} must be a picture: upload it again' },
  isChosen: true,
  filter: null,
  isDrawn: true,
  isFile: true,
  isWide: true,
  control: 'image',
  makeSample: () => '/icon.svg',
};
