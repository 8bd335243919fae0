import type { FieldType } from '../../core/fieldType.ts';
import { image } from '../image/type.ts';

/** A drawn signature, with the name of the signed-in user and the time below it, stored as a picture. */
export const signature: FieldType = {
  ...image,
  title: { zh: '签名', en: 'Signature' },
  json: ['string'],
  message: { zh: '{title}无效，请重新签名', en: '{title} must be a signature: sign again' },
  control: 'signature',
};
