import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { HubEvent } from '../../../platform/events.ts';
import { relatives } from '../lines/children.ts';

/** Returns the events that announce the write of a record to caches and open pages. */
export const recordEvents = (
  tenantId: number,
  entity: EntityDefinition,
  id: number,
  what: 'create' | 'update' | 'delete' | 'purge',
): HubEvent[] => [
  { type: 'entity', entity: entity.name, tenantId, id, do: what },
  // Lists are refreshed as a whole, so the ids of related records are not needed.
  ...relatives(entity).map(
    (name): HubEvent => ({ type: 'entity', entity: name, tenantId, id: 0, do: 'update' }),
  ),
];
