/** The words by which the line of a call compares a field, each with the operator of a list's filter that it is. */
import { isObject } from '../object.ts';

export const COMPARISONS = {
  ...{ atLeast: 'gte', above: 'gt', atMost: 'lte', below: 'lt' },
  ...{ contains: 'contains', not: 'ne' },
} as const;

export type ComparisonWord = keyof typeof COMPARISONS;
export const COMPARISON_WORDS = Object.keys(COMPARISONS) as ComparisonWord[];

const WORDS: ReadonlySet<string> = new Set([...COMPARISON_WORDS, 'within', 'orEmpty']);

/** Distinguishes a comparison from the source of a value, which the field has to equal. */
export const isComparison = (condition: unknown): boolean =>
  isObject(condition) && Object.keys(condition).some((word) => WORDS.has(word));
