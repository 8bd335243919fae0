/**
 * The plan of the demo's signed orders of thirteen months. Their sums are round: received, overdue by age, not due,
 * invoiced, applied for and remaining. It is pure, and the same at every start. Amounts are in cents, days count from
 * today.
 */

export type InvoiceState = 'saved' | 'applied' | 'rejected' | 'invoicing' | 'invoiced';

export interface PlannedPart {
  amount: number;
  received: number;
  /** Days from today. Null for a paid instalment, which is due at fixed days after the signing. */
  due: number | null;
}

export interface PlannedInvoice {
  state: InvoiceState;
  /** The places of the lines that are invoiced completely, or an amount of the first line. */
  of: readonly number[] | number;
  /** The amount that is already invoiced. */
  issued?: number;
  inTwo?: boolean;
  /** It replaces a wrong invoice, which a red-letter invoice reversed. */
  replaces?: boolean;
}

export interface PlannedOrder {
  /** The month: the first is a year ago, the last is this one. */
  month: number;
  currency: 'CNY' | 'USD' | 'RM';
  gross: number;
  isCompleted: boolean;
  /** The worked example, which has its own lines. */
  isWorked: boolean;
  plan: readonly PlannedPart[];
  invoices: readonly PlannedInvoice[];
}

export const MONTHS = 13;
const thousand = (count: number): number => Math.round(count * 100_000);
const paid = (amount: number): PlannedPart => ({ amount, received: amount, due: null });
const open = (amount: number, due: number, received = 0): PlannedPart => ({ amount, received, due });
const part = (gross: number, percent: number): number => Math.round((gross * percent) / 100);

/** Months and thousands of the orders that are completely paid and invoiced. */
const COMPLETED: readonly (readonly [month: number, gross: number])[] = [
  ...([
    [0, 600],
    [1, 600],
    [1, 640],
    [2, 530],
    [2, 560],
    [3, 680],
    [3, 720],
    [4, 670],
    [4, 710],
  ] as const),
  ...([
    [5, 540],
    [5, 580],
    [6, 640],
    [6, 638.30696],
    [7, 850],
  ] as const),
];
/** Number of completed orders that were invoiced in two parts, and at the second attempt. */
const [IN_TWO, REPLACED] = [3, 3];

const completedOrders = (): PlannedOrder[] =>
  COMPLETED.map(([month, gross], at) => {
    const whole = thousand(gross);
    const [first, second] = [part(whole, 30), part(whole, 60)];
    return {
      ...{ month, currency: 'CNY', gross: whole, isCompleted: true, isWorked: false },
      plan: [paid(first), paid(second), paid(whole - first - second)],
      invoices: [
        {
          ...{ state: 'invoiced', of: [0] },
          ...(at < IN_TWO ? { inTwo: true } : {}),
          ...(at >= COMPLETED.length - REPLACED ? { replaces: true } : {}),
        },
        { state: 'invoiced', of: [1, 2] },
      ],
    };
  });

/** Plans a last instalment that is some days overdue. */
const lastLate = (gross: number, late: number, days: number): PlannedPart[] => {
  const first = part(gross, 30);
  return [paid(first), paid(gross - first - late), open(late, -days)];
};
/** Returns parts whose second instalment is late, in whole or in part. */
const secondLate = (gross: number, late: number, days: number, received = 0): PlannedPart[] => {
  const first = part(gross, 20);
  return [
    paid(first),
    open(late + received, -days, received),
    open(gross - first - late - received, 150 + days),
  ];
};
/** Plans a second instalment that is due soon. */
const secondSoon = (gross: number, _: number, days: number): PlannedPart[] => {
  const [first, second] = [part(gross, 20), part(gross, 40)];
  return [paid(first), open(second, days), open(gross - first - second, 200 + days)];
};
const lastSoon = (gross: number, _: number, days: number): PlannedPart[] => {
  const [first, second] = [part(gross, 40), part(gross, 30)];
  return [paid(first), paid(second), open(gross - first - second, days)];
};

type Course = (gross: number, late: number, days: number, received?: number) => PlannedPart[];

interface Running {
  month: number;
  gross: number;
  course: Course;
  /** Late amount in thousands, days late, and the part of that instalment already received, in thousands. */
  late: readonly [open: number, days: number, received?: number];
  more?: PlannedInvoice;
}

const SECOND = 158;
const second = (amount = SECOND): PlannedInvoice => ({ state: 'invoiced', of: thousand(amount) });
const saved: PlannedInvoice = { state: 'saved', of: thousand(30) };
const rejected: PlannedInvoice = { state: 'rejected', of: thousand(30) };
const applied: PlannedInvoice = { state: 'applied', of: thousand(96.88) };
const invoicing: PlannedInvoice = { state: 'invoicing', of: thousand(90), issued: thousand(50) };

const RUNNING: readonly Running[] = [
  { month: 0, gross: 380, course: lastLate, late: [43, 372], more: rejected },
  { month: 2, gross: 520, course: lastLate, late: [86, 250], more: saved },
  { month: 3, gross: 650, course: lastLate, late: [65, 190], more: saved },
  { month: 7, gross: 700, course: lastLate, late: [83, 100], more: saved },
  { month: 7, gross: 760, course: secondLate, late: [90, 95], more: invoicing },
  { month: 8, gross: 700, course: secondLate, late: [70, 92], more: invoicing },
  { month: 8, gross: 770, course: secondLate, late: [107.23458, 70], more: invoicing },
  { month: 9, gross: 600, course: secondLate, late: [128, 45], more: applied },
  { month: 9, gross: 660, course: secondLate, late: [130, 40, 63], more: second() },
  { month: 10, gross: 700, course: secondLate, late: [130, 35], more: invoicing },
  { month: 10, gross: 720, course: secondLate, late: [140, 20, 63], more: second() },
  { month: 10, gross: 760, course: secondLate, late: [130, 10, 63], more: second() },
  { month: 11, gross: 900, course: secondLate, late: [122, 15, 63], more: second() },
  { month: 11, gross: 940, course: secondLate, late: [120, 5, 62.93473], more: second(156.85626) },
  { month: 11, gross: 800, course: lastSoon, late: [0, 12], more: applied },
  { month: 12, gross: 430, course: secondSoon, late: [0, 16], more: applied },
  { month: 12, gross: 450, course: secondSoon, late: [0, 21], more: applied },
  { month: 12, gross: 470, course: secondSoon, late: [0, 27], more: applied },
];
/** Share of an order in progress that is invoiced first, in percent. */
const AT_FIRST = 45;

const runningOrders = (): PlannedOrder[] =>
  RUNNING.map(({ month, gross: count, course, late: [late, days, received = 0], more }) => {
    const gross = thousand(count);
    return {
      ...{ month, currency: 'CNY', gross, isCompleted: false, isWorked: false },
      plan: course(gross, thousand(late), days, thousand(received)),
      invoices: [{ state: 'invoiced', of: part(gross, AT_FIRST) }, ...(more ? [more] : [])],
    };
  });

/** Returns the worked example: three instalments, one partly received; four invoices, one reversing another. */
const workedOrder = (): PlannedOrder => ({
  ...{ month: 6, currency: 'CNY', gross: 61_169_304, isCompleted: false, isWorked: true },
  plan: [paid(18_350_791), open(36_701_582, -76, 20_025_040), open(6_116_931, 289)],
  invoices: [],
});

const abroad = (
  month: number,
  currency: 'USD' | 'RM',
  count: number,
  course: (first: number, middle: number, last: number) => PlannedPart[],
  more: readonly PlannedInvoice[] = [],
): PlannedOrder => {
  const gross = thousand(count);
  const [first, middle] = [part(gross, 30), part(gross, 60)];
  return {
    ...{ month, currency, gross, isCompleted: false, isWorked: false },
    plan: course(first, middle, gross - first - middle),
    invoices: [{ state: 'invoiced', of: first }, ...more],
  };
};

const ordersAbroad = (): PlannedOrder[] => [
  abroad(4, 'USD', 48, (first, middle, last) => [paid(first), paid(middle), open(last, 130)]),
  abroad(8, 'RM', 210, (first, middle, last) => [paid(first), paid(middle), open(last, 240)]),
  abroad(10, 'USD', 48, (first, middle, last) => [paid(first), open(middle, 24), open(last, 300)], [
    { ...rejected, of: thousand(9.6) },
  ]),
];

/** Returns every signed order, the oldest first. */
export const plannedOrders = (): PlannedOrder[] =>
  [...completedOrders(), workedOrder(), ...runningOrders(), ...ordersAbroad()].sort(
    (a, b) => a.month - b.month,
  );
