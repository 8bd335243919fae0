import type { FieldType } from '../../core/fieldType.ts';
import { image } from '../image/type.ts';

/** A drawn signature, stored as an image. Below it are the signed-in user's name and the time. */
export const signature: FieldType = {
  ...image,
  title: { zh: '签名', en: 'Signature' },
  json: ['string'],
  message: { zh: '{title}无效，请重新签名', en: '{title} is not a valid signature. Sign again.' },
  control: 'signature',
};
