/** The functions of formulas. They are pure. `formulaValue` converts a result that is not finite to null. */

interface FormulaFunction {
  least: number;
  most: number;
  value(args: readonly number[]): number;
}

const unary = (of: (value: number) => number): FormulaFunction => ({
  least: 1,
  most: 1,
  value: ([value = Number.NaN]) => of(value),
});

const MAX_ARGUMENTS = 50;
const MAX_DECIMALS = 12;

/** Rounds halves away from zero. Math.round would round -2.5 to -2. */
function roundNumber(value: number, decimals = 0): number {
  if (!Number.isInteger(decimals) || Math.abs(decimals) > MAX_DECIMALS) return Number.NaN;
  // Shifts the decimal point in the text, because multiplying 1.005 is inexact.
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  const [back = '', power = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${back}e${Number(power) - decimals}`);
}

export const FUNCTIONS = {
  min: { least: 1, most: MAX_ARGUMENTS, value: (args) => Math.min(...args) },
  max: { least: 1, most: MAX_ARGUMENTS, value: (args) => Math.max(...args) },
  abs: unary(Math.abs),
  round: { least: 1, most: 2, value: ([value = Number.NaN, decimals]) => roundNumber(value, decimals) },
  floor: unary(Math.floor),
  ceil: unary(Math.ceil),
  sqrt: unary(Math.sqrt),
  pow: { least: 2, most: 2, value: ([base = Number.NaN, power = Number.NaN]) => base ** power },
} as const satisfies Record<string, FormulaFunction>;

export type FunctionName = keyof typeof FUNCTIONS;

export const functionOf = (name: FunctionName): FormulaFunction => FUNCTIONS[name];

export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);
