/** A widget asks a call through its needs, typed by the call's description on the way out and on the way back. */
import type { Data } from '../../../generated/calls.ts';
import type { OperationId } from '../../../generated/operations.ts';
import type { CallInput } from '../../kit/api/client.ts';
import type { NeedResult, NeedSpec } from './widget.ts';

export function callNeed<Id extends OperationId>(operation: Id, input: CallInput<Id> = {}): NeedSpec {
  return { kind: 'call', operation, ...input };
}

/** The answer to a `callNeed` of the same operation; null before it came and when it failed. */
export function callData<Id extends OperationId>(
  _operation: Id,
  result: NeedResult | undefined,
): Data<Id> | null {
  return result?.ok && typeof result.data === 'object' && result.data !== null
    ? (result.data as Data<Id>)
    : null;
}
