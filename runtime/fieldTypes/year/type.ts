import type { FieldType } from '../../core/fieldType.ts';
import { identifier } from '../identifier/type.ts';

/** A calendar year. It is shown without separators and never summed. */
export const year: FieldType = {
  ...identifier,
  title: { zh: '年份', en: 'Year' },
  cellHelp: { zh: '年份，如 2026', en: 'A year such as 2026' },
  makeSample: (index) => 2026 - index,
};
