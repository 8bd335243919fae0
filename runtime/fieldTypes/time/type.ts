import type { FieldType } from '../../core/fieldType.ts';

export const time: FieldType = {
  title: { zh: '时刻', en: 'Time of day' },
  json: ['string'],
  pattern: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/,
  isBounded: true,
  message: { zh: '{title}应为时间，例如 08:30', en: '{title} must be a time like 08:30' },
  cell: 'time',
  cellHelp: { zh: '时间，如 08:30', en: 'A time such as 08:30' },
  control: 'time',
  makeSample: (index) => `0${8 + (index % 2)}:30`,
};
