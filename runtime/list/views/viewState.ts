/** Saved views: the state of a list without page number and view id. */
import type { Data } from '../../../generated/calls.ts';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type ListState, readState, writeState } from '../../record/query/query.ts';

export type SavedView = Data<'viewList'>[number];
export type ViewScope = SavedView['scope'];

/** Parameters that a view does not store. */
const PLACE = ['page', 'view'];

/** Returns the state to store, with the parameters of the address. */
export function viewState(entity: EntityDefinition, state: ListState): Record<string, string> {
  const params = writeState(entity, state);
  for (const name of PLACE) params.delete(name);
  return Object.fromEntries(params);
}

/** Returns the list in the state of the view, without parts that no longer exist in the definition. */
export function openView(entity: EntityDefinition, view: SavedView): ListState {
  const words = Object.entries(view.state).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !PLACE.includes(entry[0]),
  );
  return { ...readState(entity, new URLSearchParams(words)), view: view.id };
}

export function isViewModified(entity: EntityDefinition, view: SavedView, state: ListState): boolean {
  const now = new URLSearchParams(viewState(entity, state));
  const then = new URLSearchParams(viewState(entity, openView(entity, view)));
  now.sort();
  then.sort();
  return now.toString() !== then.toString();
}

export const SCOPES: readonly ViewScope[] = ['private', 'role', 'tenant'];
