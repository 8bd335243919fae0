import type { VariablePair } from '../../core/boards/boardVariables.ts';

const BETWEEN = '\n';
/** Returns a pair as a single option value. */
export const pairKey = (pair: readonly string[]): string => pair.join(BETWEEN);

export function isPair(value: unknown): value is VariablePair {
  return Array.isArray(value) && value.length === 2;
}

export function readPairKey(key: string): VariablePair | null {
  const pair = key.split(BETWEEN);
  return isPair(pair) ? pair : null;
}
