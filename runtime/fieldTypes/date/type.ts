import type { FieldType } from '../../core/fieldType.ts';
import { formatMoment } from '../../core/numbers/format.ts';
import { sampleMoment } from '../../core/time/sampleMoment.ts';

export const date: FieldType = {
  title: { zh: '日期', en: 'Date' },
  json: ['string'],
  // Range of years that calendars, clocks and databases all support.
  pattern:
    /^[12]\d{3}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/,
  isBounded: true,
  message: { zh: '{title}应为日期，例如 2026-01-31', en: '{title} must be a date like 2026-01-31' },
  isChosen: true,
  column: 'date',
  compare: 'date',
  filter: 'date',
  formatText: (value) => formatMoment(String(value)),
  cell: 'date',
  cellHelp: { zh: '日期，如 2026-01-31', en: 'A date such as 2026-01-31' },
  control: 'date',
  fitsCell: true,
  makeSample: (index) => sampleMoment(index).slice(0, 10),
};
