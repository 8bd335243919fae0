/** Expressions may use these operators of JSON Logic; each takes so many operands. */
export interface Operands {
  least: number;
  /** Without it there may be any number. */
  most?: number;
}

const exactly = (count: number): Operands => ({ least: count, most: count });
const between = (least: number, most?: number): Operands => ({ least, ...(most ? { most } : {}) });

/** They work on decimal figures; an operand without a value leaves the result without one. */
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

/** They work on dates, and count in days where they say no unit. */
export const DATES: Record<string, Operands> = { dateAdd: between(2, 3), dateDiff: between(2, 3) };

/** They look at each item of a list; their second operand sees the item instead of the object. */
export const ITERATORS: Record<string, Operands> = {
  map: exactly(2),
  filter: exactly(2),
  reduce: exactly(3),
  all: exactly(2),
  some: exactly(2),
  none: exactly(2),
};

/** They take an amount, a list, the name of the field of its lines by which the amount is parted, and a place. */
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
