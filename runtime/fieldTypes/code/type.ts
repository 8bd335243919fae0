import type { FieldType } from '../../core/fieldType.ts';

/** The text of a bar code or QR code, scanned or typed. */
export const code: FieldType = {
  title: { zh: '扫码', en: 'Code' },
  json: ['string'],
  pattern: /^\S(?:.{0,198}\S)?$/u,
  message: { zh: '{title}首尾不能有空格', en: '{title} must not begin or end with a space' },
  control: 'code',
  makeSample: (at) => `SN-2026-${String(at).padStart(4, '0')}`,
};
