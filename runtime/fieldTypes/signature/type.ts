import type { FieldType } from '../../core/fieldType.ts';
import { image } from '../image/type.ts';

/** A signature that was drawn, with the name of whoever was signed in and the moment below it; a stored picture. */
export const signature: FieldType = {
  ...image,
  title: { zh: '签名', en: 'Signature' },
  json: ['string'],
  message: { zh: '{title}无效，请重新签名', en: '{title} must be a signature: sign again' },
  control: 'signature',
};
