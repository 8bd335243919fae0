/** Finds the fields of the blocks in a day plan (`x-dayPlan`). */
import type { Field } from '../../../generated/definition.ts';

export interface DrawnField {
  /** The field with the number of a block. */
  value: string;
  unit?: string;
  decimals?: number;
}

export function drawnField({ properties = {} }: Field): DrawnField {
  const [value = '', field] = Object.entries(properties).find(([, { type }]) => type === 'number') ?? [];
  const { 'x-unit': unit, 'x-decimals': decimals } = field ?? {};
  return { value, ...(unit !== undefined && { unit }), ...(decimals !== undefined && { decimals }) };
}
