import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { HubEvent } from '../../../platform/events.ts';
import { relatives } from '../lines/children.ts';

/** Returns the events that tell caches and open screens of the write of a record. */
export const recordEvents = (
  tenantId: number,
  entity: EntityDefinition,
  id: number,
  what: 'create' | 'update' | 'delete' | 'purge',
): HubEvent[] => [
  { type: 'entity', entity: entity.name, tenantId, id, do: what },
  // A list is renewed as a whole: which of the records they are need not be said.
  ...relatives(entity).map(
    (name): HubEvent => ({ type: 'entity', entity: name, tenantId, id: 0, do: 'update' }),
  ),
];
