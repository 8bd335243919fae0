/** Maps the comparison keywords of a call to the filter operators of a list. */
import { isObject } from '../object.ts';

export const COMPARISONS = {
  ...{ atLeast: 'gte', above: 'gt', atMost: 'lte', below: 'lt' },
  ...{ contains: 'contains', not: 'ne' },
} as const;

export type ComparisonWord = keyof typeof COMPARISONS;
export const COMPARISON_WORDS = Object.keys(COMPARISONS) as ComparisonWord[];

const WORDS: ReadonlySet<string> = new Set([...COMPARISON_WORDS, 'within', 'orEmpty']);

/** Returns whether a condition is a comparison. Otherwise it is the source of a value that the field must equal. */
export const isComparison = (condition: unknown): boolean =>
  isObject(condition) && Object.keys(condition).some((word) => WORDS.has(word));
