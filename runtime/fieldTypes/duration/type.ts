import type { FieldType } from '../../core/fieldType.ts';
import { formatDuration } from '../../core/numbers/format.ts';

/** Seconds, entered and shown in days, hours and minutes. */
export const duration: FieldType = {
  title: { zh: '时长', en: 'Time span' },
  json: ['number', 'integer'],
  isFigure: true,
  formatText: (value, { lang }) => formatDuration(Number(value), lang),
  formatLimit: formatDuration,
  unit: 's',
  cellHelp: { zh: '数字', en: 'A number' },
  control: 'duration',
  makeSample: (index) => 90 * (index + 1),
};
