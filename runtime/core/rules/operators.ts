/** The allowed JSON Logic operators with their number of operands. */
export interface Operands {
  least: number;
  /** Maximum number of operands. Unlimited if absent. */
  most?: number;
}

const exactly = (count: number): Operands => ({ least: count, most: count });
const between = (least: number, most?: number): Operands => ({ least, ...(most ? { most } : {}) });

/** Operators on decimals. If an operand is empty, the result is empty. */
export const ARITHMETIC: Record<string, Operands> = {
  '+': between(1),
  '-': between(1, 2),
  '*': between(1),
  '/': exactly(2),
  '%': exactly(2),
  min: between(1),
  max: between(1),
  sum: between(1),
  round: between(1, 2),
};

/** Operators on dates. Without a unit they count in days. */
export const DATES: Record<string, Operands> = { dateAdd: between(2, 3), dateDiff: between(2, 3) };

/** Operators over the items of a list. Names in the second operand refer to the item. */
export const ITERATORS: Record<string, Operands> = {
  map: exactly(2),
  filter: exactly(2),
  reduce: exactly(3),
  all: exactly(2),
  some: exactly(2),
  none: exactly(2),
};

/**
 * Operators that split an amount. Operands: the amount, a list, the field of its lines with the weights, and an index.
 */
export const PARTING: Record<string, Operands> = { allocate: between(3, 4), split: between(3, 4) };

export const OPERATORS: Record<string, Operands> = {
  var: between(0, 2),
  if: between(2),
  and: between(1),
  or: between(1),
  '??': between(1),
  '!': exactly(1),
  '!!': exactly(1),
  '==': exactly(2),
  '!=': exactly(2),
  '<': between(2, 3),
  '<=': between(2, 3),
  '>': between(2, 3),
  '>=': between(2, 3),
  in: exactly(2),
  cat: between(1),
  substr: between(2, 3),
  merge: between(1),
  length: exactly(1),
  ...DATES,
  ...PARTING,
  ...ARITHMETIC,
  ...ITERATORS,
};
