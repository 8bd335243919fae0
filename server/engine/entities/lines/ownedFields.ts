/** Protects fields that only a transition or an approval may change from plain writes. */

import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import {
  approvalLock,
  areMovesLocked,
  isDeletable,
  lockedFields,
  ownedFields,
} from '../../../../runtime/core/rules/states.ts';
import { type Lang, languageOf } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { valueTitle } from '../texts.ts';
import { same } from '../write/storedEqual.ts';

/** Returns the initial states of a new record. Throws if the body contains another state. */
export function createOwned(entity: EntityDefinition, body: Values): Values {
  const owned = ownedFields(entity);
  for (const [name, initial] of owned) {
    const value = body[name];
    if (value !== undefined && value !== null && value !== initial)
      throw new AppError('state.owned', {}, { field: `/${name}` });
  }
  return Object.fromEntries(owned);
}

/** Throws if an approval locks the record. */
export function checkApprovalFree(entity: EntityDefinition, before: Values): void {
  const approvalState = approvalLock(entity, before);
  if (approvalState) throw new AppError(`approval.${approvalState}`);
}

/** Throws if the state of the record locks one of these fields. */
export function lockedGuard(entity: EntityDefinition, before: Values, names: readonly string[]): void {
  const locked = new Set(lockedFields(entity, before));
  const lockedField = names.find((name) => locked.has(name));
  if (lockedField !== undefined) throw new AppError('state.locked', {}, { field: `/${lockedField}` });
}

/** Throws if the record cannot be deleted because of its entity, its state or its approval. */
export function deleteGuard(entity: EntityDefinition, before: Values, lang: Lang): void {
  if (entity.neverDeleted)
    throw new AppError('entity.neverDeleted', { reason: pickText(entity.neverDeleted, lang) });
  checkApprovalFree(entity, before);
  if (isDeletable(entity, before)) return;
  const { deletable, field = '' } = entity.states ?? {};
  if (!deletable) throw new AppError('state.locked');
  const titles = deletable.map((state) => valueTitle(entity.schema.properties?.[field], state, lang));
  throw new AppError('state.notDeletable', { states: titles.join(languageOf(lang).comma) });
}

/** Throws if a write would change a state directly, or if the record is locked. */
export function updateOwned(
  entity: EntityDefinition,
  before: Values,
  body: Values,
  move: { whilePending?: boolean | undefined } | undefined,
): void {
  // A pending or completed approval prevents changes, except by certain transitions.
  if (!move || (areMovesLocked(entity, before) && !move.whilePending)) checkApprovalFree(entity, before);
  // A transition may leave a state that locks the record, and its input is written with it.
  if (!move)
    lockedGuard(
      entity,
      before,
      Object.keys(body).filter((name) => !same(body[name] ?? null, before[name] ?? null)),
    );
  for (const name of ownedFields(entity).keys())
    if (name in body && body[name] !== before[name])
      throw new AppError('state.owned', {}, { field: `/${name}` });
}
