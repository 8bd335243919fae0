/** The comparison keywords of a call, each with the filter operator of a list that it means. */
import { isObject } from '../object.ts';

export const COMPARISONS = {
  ...{ atLeast: 'gte', above: 'gt', atMost: 'lte', below: 'lt' },
  ...{ contains: 'contains', not: 'ne' },
} as const;

export type ComparisonWord = keyof typeof COMPARISONS;
export const COMPARISON_WORDS = Object.keys(COMPARISONS) as ComparisonWord[];

const WORDS: ReadonlySet<string> = new Set([...COMPARISON_WORDS, 'within', 'orEmpty']);

/** Returns whether a condition is a comparison, not the source of a value that the field must equal. */
export const isComparison = (condition: unknown): boolean =>
  isObject(condition) && Object.keys(condition).some((word) => WORDS.has(word));
