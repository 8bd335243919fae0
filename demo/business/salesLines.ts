/** Makes the lines of the demo's orders and quotes. Articles at their list prices add up to an amount to the cent. */

import type { Values } from '../../runtime/core/rules/rule.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { ARTICLES, type Article, INTEGRATION } from './salesNames.ts';

const [CABINET, CONTROLLER, CABLE, INSTALLATION, SERVICE] = ARTICLES as readonly [
  Article,
  Article,
  Article,
  Article,
  Article,
];
/** Approximate share of the amount in the first line, in percent. */
const MAIN = 97;
/** Metres of cable that are enough to reach any amount. */
const MAX_METRES = 400;
const COST_SHARE = 0.7;

export const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
export const amountOf = (whole: number): string => (whole / 100).toFixed(2);
const taxOf = (net: number, rate: number): number => Math.round((net * rate) / 100);

/** Returns the net amount that gives this gross amount with its tax. Null if rounding makes that impossible. */
export function netOf(gross: number, rate: number): number | null {
  const near = Math.round((gross * 100) / (100 + rate));
  return [near, near - 1, near + 1].find((net) => net + taxOf(net, rate) === gross) ?? null;
}

const lineOf = (
  { item, unit, price, cost, taxRate }: Article,
  quantity: number,
  lang: SourceLang,
): Values => ({
  ...{ item: item[lang], unit: unit[lang], quantity, price, unitCost: cost, taxRate },
});

const grossOf = ({ price, taxRate }: Article, quantity: number): number => {
  const net = Math.round(cents(price) * quantity);
  return net + taxOf(net, taxRate);
};

/** Returns lines with cabinets, cable and their assembly. The price of the assembly completes the amount. */
export function linesOf(gross: number, lang: SourceLang): Values[] {
  const target = (gross * MAIN) / 100;
  const count = Math.max(1, Math.floor(target / grossOf(CABINET, 1)));
  const left = gross - grossOf(CABINET, count);
  for (let metres = 10; metres <= MAX_METRES; metres++) {
    const net = netOf(left - grossOf(CABLE, metres), INTEGRATION.taxRate);
    if (net === null || net <= 0) continue;
    const price = amountOf(net);
    const integration = { ...INTEGRATION, price, cost: amountOf(Math.round(net * COST_SHARE)) };
    return [lineOf(CABINET, count, lang), lineOf(CABLE, metres, lang), lineOf(integration, 1, lang)];
  }
  throw new Error(`no lines make ${amountOf(gross)}`);
}

/** Returns the one line of an order from abroad, without tax. */
export const lineAbroad = (gross: number, lang: SourceLang): Values[] => [
  lineOf(
    { ...CABINET, price: amountOf(gross), cost: amountOf(Math.round(gross * COST_SHARE)), taxRate: 0 },
    1,
    lang,
  ),
];

/** The discount on the total of the worked example. Its lines are below. */
export const WORKED_DISCOUNT = '5000.00';
export const workedLines = (lang: SourceLang): Values[] => [
  { ...lineOf(CABINET, 3, lang), discount: 3.5 },
  lineOf(CONTROLLER, 2, lang),
  lineOf(CABLE, 137.5, lang),
  { ...lineOf(INSTALLATION, 1, lang), discount: 5 },
  lineOf(SERVICE, 12, lang),
];
