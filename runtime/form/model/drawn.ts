/** Finds the fields from which the blocks of a day are drawn (`x-dayPlan`). */
import type { Field } from '../../../generated/definition.ts';

export interface DrawnField {
  /** The field of a block with its number. */
  value: string;
  unit?: string;
  decimals?: number;
}

export function drawnField({ properties = {} }: Field): DrawnField {
  const [value = '', field] = Object.entries(properties).find(([, { type }]) => type === 'number') ?? [];
  const { 'x-unit': unit, 'x-decimals': decimals } = field ?? {};
  return { value, ...(unit !== undefined && { unit }), ...(decimals !== undefined && { decimals }) };
}
