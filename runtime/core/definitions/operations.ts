import {
  callPlaces as built,
  entityOperations as builtActions,
  type CallPlace,
  type EntityAction,
  type OperationId,
} from '../../../generated/callPlaces.ts';
import { createRegistry } from './registry.ts';

/** The callable operations: the described ones, and those of entities applied at run time. */
export const operationRegistry = createRegistry<CallPlace>('operations', built);

export function operationInfo(id: OperationId): CallPlace {
  const place = operationRegistry.get(id);
  if (!place) throw new Error(`there is no operation "${id}"`);
  return place;
}

/** Returns the entity of an action. Undefined if the action has none. */
export const entityOfAction = (action: CallPlace['action']): string | undefined =>
  action && 'entity' in action ? action.entity : undefined;

export type Actions = Readonly<Record<string, Partial<Record<EntityAction, OperationId>>>>;
let entityOperations: Actions = builtActions;

/** Adds calls, including those that serve actions of entities. */
export function bringOperations(more: Readonly<Record<string, CallPlace>>, actions: Actions): void {
  if (Object.keys(more).every(operationRegistry.isHere)) return;
  entityOperations = { ...entityOperations, ...actions };
  operationRegistry.bring(more);
}

/** Returns whether a call serves this action of the entity itself, without further keys. */
const isOwn = (line: CallPlace['action'], action: EntityAction): boolean =>
  line?.do === action && Object.keys(line).length === 2;

/** Returns the operation that serves an action of an entity. Undefined if no operation serves it. */
export function entityOperation(entity: string, action: EntityAction): OperationId | undefined {
  const operations = entityOperations[entity];
  if (operations) return operations[action];
  return operationRegistry
    .all()
    .find((info) => entityOfAction(info.action) === entity && isOwn(info.action, action))?.id;
}

import.meta.hot?.accept('../../../generated/callPlaces.ts', (now) => {
  if (!now) return;
  entityOperations = now.entityOperations;
  operationRegistry.rebuild(now.callPlaces);
});
