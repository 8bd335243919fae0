/** The automations that led to a transaction. They limit chains and prevent loops. */

/** Maximum number of automations in a chain, where each triggers the next. */
const MAX_CHAIN = 5;

const chains = new WeakMap<object, readonly number[]>();

/** Remembers the automations that caused the writes of this transaction. */
export function beginChain(trx: object, automations: readonly number[]): void {
  chains.set(trx, automations);
}

export const chainOf = (trx: object): readonly number[] => chains.get(trx) ?? [];

export const writeChain = (chain: readonly number[]): string | null =>
  chain.length > 0 ? chain.join(' ') : null;

export const readChain = (text: string | null): number[] =>
  text === null ? [] : text.split(' ').map(Number);

/** Returns the reason why an automation must not continue this chain. Null if it may. */
export function chainFault(chain: readonly number[], automation: number): 'loop' | 'long' | null {
  if (chain.includes(automation)) return 'loop';
  return chain.length >= MAX_CHAIN ? 'long' : null;
}
