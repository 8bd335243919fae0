/** Makes needs for calls. Their requests and answers have the types of the call's description. */
import type { Data } from '../../../generated/calls.ts';
import type { OperationId } from '../../../generated/operations.ts';
import type { CallInput } from '../../kit/api/client.ts';
import type { NeedResult, NeedSpec } from './widget.ts';

export function callNeed<Id extends OperationId>(operation: Id, input: CallInput<Id> = {}): NeedSpec {
  return { kind: 'call', operation, ...input };
}

/** Returns the answer to a `callNeed` of the same operation. Null before the answer and after a failure. */
export function callData<Id extends OperationId>(
  _operation: Id,
  result: NeedResult | undefined,
): Data<Id> | null {
  return result?.ok && typeof result.data === 'object' && result.data !== null
    ? (result.data as Data<Id>)
    : null;
}
