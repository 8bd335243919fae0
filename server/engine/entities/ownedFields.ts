/** Plain writes leave the fields as they are that only a transition or an approval moves. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { approvalHolding, ownedFields } from '../../../runtime/core/states.ts';
import { AppError } from '../../platform/errors/errors.ts';

/** The body of a new record with its first states. */
export function createOwned(entity: EntityDefinition, body: Values): Values {
  const owned = ownedFields(entity);
  for (const [name, initial] of owned) {
    const given = body[name];
    if (given !== undefined && given !== null && given !== initial)
      throw new AppError('state.owned', {}, { field: `/${name}` });
  }
  return owned.size === 0 ? body : { ...body, ...Object.fromEntries(owned) };
}

/** Throws when an approval holds the record as it is. */
export function approvalFree(entity: EntityDefinition, before: Values): void {
  const holding = approvalHolding(entity, before);
  if (holding) throw new AppError(`approval.${holding}`);
}

/** Throws when a plain change would move a state, or may not happen now. */
export function updateOwned(entity: EntityDefinition, before: Values, body: Values): void {
  approvalFree(entity, before);
  for (const name of ownedFields(entity).keys())
    if (name in body && body[name] !== before[name])
      throw new AppError('state.owned', {}, { field: `/${name}` });
}
