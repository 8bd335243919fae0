/**
 * Descriptions of calls. Those of the login page are bundled. Others are loaded with the shell, or with their entity.
 */

import type { CallPlace, OperationId } from '../../../generated/callPlaces.ts';
import { firstOperations } from '../../../generated/firstOperations.ts';
import { makeFileLoader } from '../browser/fileLoader.ts';

const loadFile = makeFileLoader(() => import('../../core/definitions/operations.ts'));
const loadAll = makeFileLoader(() => import('../../core/definitions/allOperations.ts'));

let find: ((id: OperationId) => CallPlace | undefined) | null = null;

export async function loadOperations(): Promise<void> {
  const { operationRegistry } = await loadFile();
  find = operationRegistry.get;
}

async function loadPlace(id: OperationId): Promise<CallPlace> {
  await loadOperations();
  const known = find?.(id);
  if (known) return known;
  await loadAll();
  return (await loadFile()).operationInfo(id);
}

/** Returns the operation, synchronously if it is loaded, so that the request can be sent at once. */
export const operationFor = (id: OperationId): CallPlace | Promise<CallPlace> =>
  find?.(id) ?? firstOperations[id] ?? loadPlace(id);
