/** Saved views of lists with search, filter, sorting and columns. A view is for one user, a role or all users. */
import { sql } from 'kysely';
import type { Data, Input } from '../../../generated/calls.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import { conditionSql } from '../../platform/db/tables/anyTable.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { selectAudience } from '../access/audience.ts';
import type { Session } from '../context.ts';
import { may } from '../entities/columns.ts';

type SavedView = Data<'viewCreate'>;
type NewView = Input<'viewCreate'>['body'];
type ChangedView = Input<'viewUpdate'>['body'];
type StoredView = Omit<SavedView, 'opensFirst' | 'mine'> & { userId: number };

const MAX_KB = 20;
const UNIQUE_VIOLATION = '23505';
const COLUMNS = ['id', 'page', 'name', 'scope', 'roleId', 'state', 'isDefault', 'version', 'userId'] as const;
const AUDIENCE = { owner: 'userId', visibility: 'scope', role: 'roleId', share: 'view:share' };
/** Priority of defaults. A narrower scope comes first. */
const RANK: Readonly<Record<SavedView['scope'], number>> = { private: 0, role: 1, tenant: 2 };

export function checkSize(value: unknown): void {
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_KB * 1024)
    throw new AppError('view.tooLarge', { limit: MAX_KB });
}

const myRoles = ({ userId }: Session) => sql`(select role_id from user_role where user_id = ${userId})`;

/** Selects the views that the user may use. Users with the sharing permission also get views for other roles. */
function viewsVisible(trx: Trx, session: Session) {
  return trx
    .selectFrom('listView')
    .select(COLUMNS)
    .where(conditionSql(selectAudience(session, AUDIENCE)));
}

const showView = (
  { userId, ...view }: StoredView,
  session: Session,
  first: number | undefined,
): SavedView => ({
  ...view,
  opensFirst: view.id === first,
  mine: userId === session.userId,
});

/** Returns the id of the user's default view. Undefined if there is none. */
async function findFirst(
  trx: Trx,
  session: Session,
  views: readonly StoredView[],
): Promise<number | undefined> {
  const { rows } = await sql<{ roleId: number }>`${myRoles(session)}`.execute(trx);
  const roles = new Set(rows.map(({ roleId }) => roleId));
  const defaults = views.filter(
    ({ isDefault, roleId }) => isDefault && (roleId === null || roles.has(roleId)),
  );
  return defaults.sort((a, b) => RANK[a.scope] - RANK[b.scope] || a.id - b.id)[0]?.id;
}

export async function listViews(trx: Trx, session: Session, page: string): Promise<SavedView[]> {
  const views: StoredView[] = await viewsVisible(trx, session)
    .where('page', '=', page)
    .orderBy(inWordOrder('name'))
    .orderBy('id')
    .execute();
  const first = await findFirst(trx, session, views);
  return views.map((view) => showView(view, session, first));
}

async function answerView(
  trx: Trx,
  session: Session,
  { id, page }: { id: number; page: string },
): Promise<SavedView> {
  const view = (await listViews(trx, session, page)).find((view) => view.id === id);
  if (!view) throw new AppError('http.notFound');
  return view;
}

/** Throws unless the user may create a view for this audience. */
async function checkAudience(
  trx: Trx,
  session: Session,
  { scope, roleId }: Pick<SavedView, 'scope' | 'roleId'>,
): Promise<void> {
  if (scope !== 'private' && !may(session, 'view:share'))
    throw new AppError('view.share', {}, { field: '/scope' });
  if (scope !== 'role') return;
  const role =
    roleId !== null &&
    (await trx.selectFrom('role').select('id').where('id', '=', roleId).executeTakeFirst());
  if (!role) throw new AppError('view.role', {}, { field: '/roleId' });
}

/** Makes this view the default for its audience. The previous default loses this role. */
async function moveDefault(trx: Trx, view: Pick<StoredView, 'id' | 'page' | 'scope' | 'roleId' | 'userId'>) {
  let others = trx
    .updateTable('listView')
    .set({ isDefault: false })
    .where('page', '=', view.page)
    .where('scope', '=', view.scope)
    .where('isDefault', '=', true)
    .where('id', '<>', view.id);
  if (view.scope === 'private') others = others.where('userId', '=', view.userId);
  if (view.scope === 'role') others = others.where('roleId', '=', view.roleId);
  await others.execute();
}

async function named<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
    throw isTaken ? new AppError('view.taken', {}, { field: '/name', cause: error }) : error;
  }
}

/** Writes into the audit log who shared a view. */
async function auditShared(
  trx: Trx,
  { tenantId, userId }: Session,
  view: Pick<StoredView, 'id' | 'name' | 'scope'>,
  action: 'create' | 'update' | 'delete',
): Promise<void> {
  if (view.scope === 'private') return;
  const diff =
    action === 'delete'
      ? { name: [view.name, null] }
      : { name: [null, view.name], scope: [null, view.scope] };
  await writeAudit(trx, { tenantId, userId, entity: 'listView', id: view.id, action, diff });
}

export async function createView(trx: Trx, session: Session, body: NewView): Promise<SavedView> {
  const { tenantId, userId } = session;
  const { page, name, scope, isDefault = false } = body;
  const roleId = scope === 'role' ? (body.roleId ?? null) : null;
  checkSize(body.state);
  await checkAudience(trx, session, { scope, roleId });
  const { id } = await named(() =>
    trx
      .insertInto('listView')
      .values({ tenantId, page, name, scope, roleId, state: JSON.stringify(body.state), isDefault, userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  if (isDefault) await moveDefault(trx, { id, page, scope, roleId, userId });
  await auditShared(trx, session, { id, name, scope }, 'create');
  return answerView(trx, session, { id, page });
}

/**
 * Returns the locked view. Throws unless it is the user's own, or a shared view and the user has the sharing
 * permission.
 */
async function viewOwn(trx: Trx, session: Session, id: number): Promise<StoredView> {
  const view = await viewsVisible(trx, session).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!view) throw new AppError('http.notFound');
  if (view.scope !== 'private' && !may(session, 'view:share')) throw new AppError('view.share');
  return view;
}

export async function updateView(trx: Trx, session: Session, body: ChangedView): Promise<SavedView> {
  const before = await viewOwn(trx, session, body.id);
  const { id, page, userId } = before;
  if (before.version !== body.version)
    throw new AppError('view.stale', {}, { data: await answerView(trx, session, before) });
  const scope = body.scope ?? before.scope;
  const roleId = scope === 'role' ? (body.roleId ?? before.roleId) : null;
  // A user must not take a shared view from others by making another user's view private.
  if (scope === 'private' && userId !== session.userId)
    throw new AppError('view.share', {}, { field: '/scope' });
  const { name = before.name, state = before.state, isDefault = before.isDefault } = body;
  checkSize(state);
  await checkAudience(trx, session, { scope, roleId });
  await named(() =>
    trx
      .updateTable('listView')
      .set({
        name,
        scope,
        roleId,
        state: JSON.stringify(state),
        isDefault,
        version: body.version + 1,
        updatedAt: new Date(),
      })
      .where('id', '=', id)
      .execute(),
  );
  if (isDefault) await moveDefault(trx, { id, page, scope, roleId, userId });
  await auditShared(trx, session, { id, name, scope }, 'update');
  return answerView(trx, session, before);
}

export async function deleteView(trx: Trx, session: Session, id: number): Promise<void> {
  const view = await viewOwn(trx, session, id);
  await trx.deleteFrom('listView').where('id', '=', id).execute();
  await auditShared(trx, session, view, 'delete');
}
