/** Saved views: the state of a list without the place in it. */
import type { Data } from '../../../generated/calls.ts';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type ListState, readState, writeState } from '../../record/query/query.ts';

export type SavedView = Data<'viewList'>[number];
export type ViewScope = SavedView['scope'];

/** The parameters for the place and the view itself. A view does not store them. */
const PLACE = ['page', 'view'];

/** Returns the state to store, with the parameters of the address. */
export function viewState(entity: EntityDefinition, state: ListState): Record<string, string> {
  const params = writeState(entity, state);
  for (const name of PLACE) params.delete(name);
  return Object.fromEntries(params);
}

/** Returns the list in the state of the view. Parts that are no longer in the definition are left out. */
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
