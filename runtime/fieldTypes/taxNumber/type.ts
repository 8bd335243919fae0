import type { FieldType } from '../../core/fieldType.ts';
import { checkLetter, isMistyped } from '../../core/numbers/taxNumber.ts';

const SAMPLE_DIGITS = 16;

export const taxNumber: FieldType = {
  title: { zh: '税号', en: 'Tax number' },
  json: ['string'],
  pattern: /^[0-9A-Z]{15,20}$/,
  isBounded: true,
  message: {
    zh: '{title}应为 15 至 20 位大写字母或数字',
    en: '{title} has 15 to 20 capital letters or digits',
  },
  findHint: (value) =>
    typeof value === 'string' && isMistyped(value)
      ? {
          zh: '{title}的校验位不符，请核对',
          en: 'The check character of the {title} is wrong. Check the input.',
        }
      : null,
  control: 'text',
  fitsCell: true,
  makeSample(at) {
    const letters = `9${String(at).padStart(SAMPLE_DIGITS, '0')}`;
    return letters + checkLetter(letters);
  },
};
