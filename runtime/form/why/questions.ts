/** The questions about permissions that an entity offers. */
import type { Entity } from '../../core/definitions/entities.ts';
import { entityOperation } from '../../core/definitions/operations.ts';

/** The actions on one record. */
const OF_RECORD = ['update', 'delete', 'get'] as const;
/** The actions on the list. */
export const OF_LIST = ['create', 'import', 'export'] as const;

type ListAction = (typeof OF_LIST)[number];
type Standard = ListAction | (typeof OF_RECORD)[number];

/** Actions with permissions for single fields. */
const ABOUT_FIELDS: ReadonlySet<string> = new Set<Standard>(['get', 'create', 'update']);

export const asksField = (action: string): boolean => ABOUT_FIELDS.has(action);

export function isOffered(entity: Entity, action: Standard): boolean {
  if (action === 'export') return entityOperation(entity.name, 'list') !== undefined;
  if (action === 'import') return isOffered(entity, 'create') || isOffered(entity, 'update');
  return entityOperation(entity.name, action) !== undefined;
}

/** Returns the standard actions, followed by the transitions of the record. */
export const listAskableActions = (entity: Entity, ofRecord: boolean): readonly Standard[] =>
  [...(ofRecord ? [] : OF_LIST), ...OF_RECORD].filter((action) => isOffered(entity, action));

/** Returns the list actions that this user lacks. */
export const listMissing = (
  entity: Entity,
  allowed: Readonly<Record<ListAction, boolean>>,
): readonly ListAction[] => OF_LIST.filter((action) => !allowed[action] && isOffered(entity, action));
