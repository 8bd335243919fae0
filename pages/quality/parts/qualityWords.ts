import type { Data } from '../../../generated/calls.ts';
import type { Text } from '../../../generated/definition.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { EMPTY_VALUE, formatNumber } from '../../../runtime/core/numbers/format.ts';

export type QualityMonthRow = Data<'qualityMonth'>['rows'][number];
export type QualityValue = Data<'qualityRealtime'>[number];
export type Verdict = QualityMonthRow['verdict'];

type PickText = (text: Text) => string;

export function quantityWord(quantity: string, text: PickText): string {
  const entry = dictionaries.qualityQuantity.entries.find(({ value }) => value === quantity);
  return entry ? text(entry.title) : quantity;
}

interface Limits {
  low: number | null;
  high: number | null;
}

/** `-7 ~ 7 %`. */
export function limitText({ low, high }: Limits, unit: string): string {
  const figures = [low, high].flatMap((limit) => (limit === null ? [] : [formatNumber(limit)]));
  return figures.length === 0 ? EMPTY_VALUE : `${figures.join(' ~ ')} ${unit}`.trim();
}
