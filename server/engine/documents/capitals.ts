/** Writes amounts in Chinese accounting capitals, which protect against forgery. */
import { parseDecimal, unitsOf } from '../../../runtime/core/numbers/decimal.ts';
import { MONEY_DECIMALS } from '../../../runtime/core/numbers/money.ts';

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
/** Amounts have at most ten digits (V131). */
const GROUPS = ['', '万', '亿'];

/** Writes four digits. Each gap between non-zero digits becomes a single zero: `1001` → `壹仟零壹`. */
function groupText(digits: string): string {
  const written = [...digits].map((digit, at) =>
    digit === '0' ? '零' : `${DIGITS[Number(digit)]}${PLACES[digits.length - 1 - at]}`,
  );
  return written.join('').replace(/零+/g, '零').replace(/零$/, '');
}

/** Returns the text of whole yuan. Empty for zero. */
function wholeText(whole: bigint): string {
  let rest = whole;
  let text = '';
  for (let at = 0; rest > 0n; at++) {
    const group = (rest % 10_000n).toString();
    rest /= 10_000n;
    const own = groupText(group.padStart(rest > 0n ? 4 : 0, '0'));
    const sign = own === '' ? '' : GROUPS[at];
    const joint = own === '' && text !== '' && !text.startsWith('零') ? '零' : '';
    text = `${own}${sign}${joint}${text}`;
  }
  return text.replace(/^零+/, '');
}

/** Writes an amount in capitals: `611693.04` becomes `陆拾壹万壹仟陆佰玖拾叁元零肆分`. Null if the text is not an amount. */
export function amountInCapitals(amount: string): string | null {
  const decimal = parseDecimal(amount);
  if (!decimal) return null;
  const units = unitsOf(decimal, MONEY_DECIMALS);
  const absolute = units < 0n ? -units : units;
  const [jiao, fen] = [Number((absolute / 10n) % 10n), Number(absolute % 10n)];
  const whole = wholeText(absolute / 100n);
  const yuan = whole === '' ? '' : `${whole}元`;
  const parts = [
    jiao > 0 ? `${DIGITS[jiao]}角` : yuan !== '' && fen > 0 ? '零' : '',
    fen > 0 ? `${DIGITS[fen]}分` : '整',
  ];
  const text = `${yuan}${parts.join('')}`;
  return `${units < 0n ? '负' : ''}${text === '整' ? '零元整' : text}`;
}
