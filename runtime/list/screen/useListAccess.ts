import type { PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { operationInfo } from '../../core/definitions/operations.ts';
import { isChangeable, isDeletable } from '../../core/rules/lockedRecords.ts';
import { movesOf, transitionPermission } from '../../core/rules/states.ts';
import { useSession } from '../../kit/session/session.ts';
import { operationOf } from '../../record/calls/useRecords.ts';
import { importModes } from '../excel/modes.ts';

/**
 * Returns the user's permissions for the whole list. Each row has its own actions. The records of a closed list cannot
 * be changed.
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
    // Without a call for a single record, the list's data is shown.
    open: operationOf(entity, 'get') === undefined || may('get'),
    create: may('create'),
    update: isChangeable(entity) && may('update'),
    delete: isDeletable(entity) && may('delete'),
    handover: entity.handover === true && can(`${entity.name}:handover`),
    share: entity.share === true && can(`${entity.name}:share`),
    import: imports.length > 0,
    imports,
    export: can(`${entity.name}:export`),
    /** The transitions that this user may make, at least for some records. */
    moves: movesOf(entity).filter((transition) => can(transitionPermission(entity, transition))),
    // Decision 6: without a permission flag the switch is available to all.
    participation: participation && (!participationPermission || can(`${entity.name}:participation`)),
  };
}
