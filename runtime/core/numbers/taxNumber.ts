/** The registration number of a company. Its last character is a check character (GB 32100). */
export const TAX_LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
export const TAX_LENGTH = 18;
/** Ratio of the weights of neighbouring characters. */
const WEIGHT = 3;

/** Returns the check character of these characters. */
export function checkLetter(letters: string): string {
  const count = TAX_LETTERS.length;
  let weight = 1;
  let sum = 0;
  for (const letter of letters) {
    sum += TAX_LETTERS.indexOf(letter) * weight;
    weight = (weight * WEIGHT) % count;
  }
  return TAX_LETTERS[(count - (sum % count)) % count] ?? '';
}

/** Returns whether a number of standard length has a wrong check character. Older numbers are shorter and have none. */
export function isMistyped(number: string): boolean {
  if (number.length !== TAX_LENGTH) return false;
  const letters = number.slice(0, -1);
  return (
    [...letters].some((letter) => !TAX_LETTERS.includes(letter)) || checkLetter(letters) !== number.at(-1)
  );
}
