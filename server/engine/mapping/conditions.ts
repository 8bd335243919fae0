/** Converts the conditions of a call, with the values of its request. */
import type {
  ComparedField,
  FieldCondition,
  MomentSource,
  ValueSource,
} from '../../../generated/definition.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { COMPARISON_WORDS, COMPARISONS, isComparison } from '../../../runtime/core/rules/comparedField.ts';
import { DAY_MS, dateOf } from '../../../runtime/core/time/timeWindow.ts';
import type { CallContext } from '../context.ts';
import { type CallWhere, Compared } from '../entities/list/callWhere.ts';
import { type MappedInput, readSource } from './sources.ts';

type Conditions = Readonly<Record<string, FieldCondition>>;
type Caller = Pick<CallContext, 'session' | 'zone'>;

const isMoment = (source: ValueSource | MomentSource): source is MomentSource =>
  isObject(source) && ('now' in source || 'today' in source);

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the time of the call, or the caller's current day plus a number of days. */
function readMoment(source: MomentSource, { zone }: Caller): string {
  const now = Date.now();
  return 'today' in source ? dayText(dateOf(now, zone) + source.today) : new Date(now).toISOString();
}

/** Returns undefined if the request contains none of the values. */
function readCompared(condition: ComparedField, input: MappedInput, caller: Caller): Compared | undefined {
  const { within, orEmpty = false } = condition;
  const parts: { op: string; value: unknown }[] = COMPARISON_WORDS.flatMap((word) => {
    const source = condition[word];
    if (source === undefined) return [];
    const value = isMoment(source) ? readMoment(source, caller) : readSource(source, input, caller.session);
    return value === undefined ? [] : [{ op: COMPARISONS[word], value }];
  });
  if (within) parts.push({ op: 'within', value: within });
  return parts.length > 0 ? new Compared(parts, orEmpty) : undefined;
}

const isCompared = (condition: FieldCondition): condition is ComparedField => isComparison(condition);

/** Reads the conditions. A condition is ignored if the request does not contain its value. */
export function readConditions(
  conditions: Conditions | undefined,
  input: MappedInput,
  caller: Caller,
): CallWhere {
  const read = Object.entries(conditions ?? {}).map(([name, condition]) => [
    name,
    isCompared(condition)
      ? readCompared(condition, input, caller)
      : readSource(condition, input, caller.session),
  ]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}
