import type { PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { operationInfo } from '../../core/definitions/operations.ts';
import { isChangeable, isDeletable } from '../../core/rules/lockedRecords.ts';
import { movesOf, transitionPermission } from '../../core/rules/states.ts';
import { useSession } from '../../kit/session/session.ts';
import { operationOf } from '../../record/calls/useRecords.ts';
import { importModes } from '../excel/modes.ts';

/**
 * Returns what the user may do with the whole list. Each row contains its own actions. The records of a closed list
 * cannot be changed.
 */
export function useListAccess(entity: Entity, page: PageDefinition, isClosed: boolean) {
  const can = useSession((session) => session.can);
  const may = (action: 'get' | 'create' | 'update' | 'delete'): boolean => {
    if (isClosed && action !== 'get') return false;
    const operation = operationOf(entity, action);
    return operation !== undefined && can(operationInfo(operation).permission ?? `${entity.name}:${action}`);
  };
  const { participation = false, participationPermission = false } = page.flags ?? {};
  const imports = can(`${entity.name}:import`) ? importModes(may('create'), may('update')) : [];
  return {
    // Without a call that reads a single record, records are shown with the data of the list.
    open: operationOf(entity, 'get') === undefined || may('get'),
    create: may('create'),
    update: isChangeable(entity) && may('update'),
    delete: isDeletable(entity) && may('delete'),
    handover: entity.handover === true && can(`${entity.name}:handover`),
    share: entity.share === true && can(`${entity.name}:share`),
    import: imports.length > 0,
    imports,
    export: can(`${entity.name}:export`),
    /** The transitions that this user may make with at least some of the records. */
    moves: movesOf(entity).filter((transition) => can(transitionPermission(entity, transition))),
    // Decision 6: without a permission flag the switch is open to all.
    participation: participation && (!participationPermission || can(`${entity.name}:participation`)),
  };
}
