/**
 * Returns whether a number is a multiple of a step in decimal notation: 0.57 is a multiple of 0.001. Imports are not
 * possible here, because the function's source is copied into the validators of forms.
 */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const read = (figure: number) => {
    const [mantissa = '', exponent = '0'] = String(figure).split('e');
    const [whole = '', part = ''] = mantissa.split('.');
    return { digits: BigInt(whole + part), decimals: part.length - Number(exponent) };
  };
  const [one, other] = [read(value), read(step)];
  const scale = Math.max(one.decimals, other.decimals);
  const [many, each] = [one, other].map(
    ({ digits, decimals }) => digits * 10n ** BigInt(scale - decimals),
  ) as [bigint, bigint];
  return many % each === 0n;
}
