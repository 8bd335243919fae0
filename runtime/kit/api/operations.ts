/** Describes the calls: those of the login page are here at once, all others come with the shell. */

import type { CallPlace, OperationId } from '../../../generated/callPlaces.ts';
import { firstOperations } from '../../../generated/firstOperations.ts';
import { makeFileLoader } from '../browser/fileLoader.ts';

const loadFile = makeFileLoader(() => import('../../core/definitions/operations.ts'));

let findInfo: ((id: OperationId) => CallPlace) | null = null;

export async function loadOperations(): Promise<(id: OperationId) => CallPlace> {
  findInfo ??= (await loadFile()).operationInfo;
  return findInfo;
}

/** At once where it is known: the question then leaves before whoever asks it goes on. */
export const operationFor = (id: OperationId): CallPlace | Promise<CallPlace> =>
  findInfo?.(id) ?? firstOperations[id] ?? loadOperations().then((find) => find(id));
