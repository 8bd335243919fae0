/** Orders the menu as one change of the definitions concerned. */
import type { MenuGroupName } from '../../../generated/definition.ts';
import type { SessionClient } from '../../platform/db/lease/heldConnection.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { type AppliedPart, requireSound, storeParts } from './change.ts';
import type { CheckContext } from './check.ts';
import { findSource, mergeDefinitions } from './repository.ts';
import type { Document, Subject } from './types.ts';

export interface MenuPlace extends Pick<Subject, 'name'> {
  kind: 'entity' | 'page';
  group: MenuGroupName;
  order: number;
}

/** Returns the definition with another place in the menu. */
function placed({ kind, group, order }: MenuPlace, document: Document): Document {
  const moved = (menu: unknown) => ({ ...(menu as object), group, order });
  if (kind === 'page') return { ...document, menu: moved(document.menu) };
  const page = document.page as { menu?: unknown } | undefined;
  return { ...document, page: { ...page, menu: moved(page?.menu) } };
}

/** Places the definitions in the menu, as one change that is undone as a whole. Returns the id of the change. */
export async function applyMenu(
  client: SessionClient,
  context: CheckContext,
  session: Session,
  places: readonly MenuPlace[],
): Promise<{ id: number }> {
  const { repository, definitions } = context;
  const parts = places.map((place): AppliedPart => {
    const { kind, name } = place;
    const previous = findSource(definitions, { kind, name })?.document;
    if (!previous) throw new AppError('http.notFound');
    const file = findSource(repository.definitions, { kind, name })?.document ?? null;
    return { kind, name, document: placed(place, previous), file, previous };
  });
  if (parts.length === 0) throw new AppError('studio.unchanged');
  requireSound(repository.check(mergeDefinitions(definitions, parts)), 'studio.invalid');
  return { id: await storeParts(client, context, session, parts) };
}
