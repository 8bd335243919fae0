/** Proposes the rows of a table (`x-propose`): one for each record that is not in the table yet. */
import type { Field, Proposal } from '../../../../generated/definition.ts';
import { type Decimal, NONE, parseDecimal } from '../../../core/numbers/decimal.ts';
import { moneyText } from '../../../core/numbers/money.ts';
import { isObject } from '../../../core/object.ts';
import { fitExpression } from '../../../core/rules/expression.ts';
import { followedNames, type ObjectValues } from '../../../core/rules/refWhere.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { type RefTarget, refTarget } from '../../values/refTarget.ts';

/** A proposal with the known values of the surrounding objects. */
export interface ProposalTool {
  proposal: Proposal;
  target: RefTarget;
  /** True if all values that limit the choice are known. Otherwise the proposal would contain unrelated records. */
  isReady: boolean;
  /** The amount to split among the rows. Null without an amount, or if unknown. */
  total: string | null;
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

export function proposalOf(
  field: Field,
  holders: readonly ObjectValues[],
  around: Values,
): ProposalTool | null {
  const { items, 'x-propose': proposal } = field;
  const chosen = proposal && items?.properties?.[proposal.by];
  const target = chosen && refTarget(chosen, holders);
  if (!target) return null;
  const total = proposal.share ? around[proposal.share.of] : null;
  const isReady =
    followedNames(chosen).every((name) => holders.some(({ values }) => isFilled(values[name]))) &&
    (!proposal.share || isFilled(total));
  return { proposal, target, isReady, total: typeof total === 'string' ? total : null };
}

const amountOf = (value: unknown): Decimal =>
  (typeof value === 'string' || typeof value === 'number' ? parseDecimal(value) : null) ?? NONE;

/** Returns the values that a row copies from its record, by the row's field names. */
const valuesFrom = (item: Field, { values }: Proposal, record: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, expression]) => {
      const field = item.properties?.[name] ?? {};
      return [name, fitExpression(field, { ...expression }, record).value ?? undefined];
    }),
  );

/** Returns the rows of the table and the missing ones. `begin` creates a new row. */
export function proposeRows(
  { proposal, target, total }: ProposalTool,
  item: Field,
  rows: readonly unknown[],
  records: readonly Values[],
  begin: () => Values,
): unknown[] {
  const { by, share } = proposal;
  const entered = rows.filter(isObject);
  const chosen = new Set(entered.map((row) => row[by]));
  const used = share ? entered.map((row) => amountOf(row[share.field])) : [];
  let left = used.reduce((rest, amount) => rest.minus(amount), amountOf(total));
  const added: Values[] = [];
  for (const record of records) {
    const key = record[target.key];
    if (chosen.has(key)) continue;
    const row: Values = { ...begin(), ...valuesFrom(item, proposal, record), [by]: key };
    if (share) {
      const requested = amountOf(row[share.field]);
      const allotted = requested.gt(left) ? left : requested;
      if (!allotted.gt(0)) break;
      left = left.minus(allotted);
      added.push({ ...row, [share.field]: moneyText(allotted) });
    } else added.push(row);
  }
  return [...rows, ...added];
}
