/**
 * The session of the signed-in user. The gate of the routes is the user id in session storage (V007–V009, decisions 2,
 * 3).
 */
import { create } from 'zustand';
import type { Data, Input } from '../../../generated/calls.ts';
import type { FieldRights } from '../../core/access/fieldAccess.ts';
import { can } from '../../core/access/permission.ts';
import { ApiError, call, dropCalls, setSessionLostHandler } from '../api/client.ts';
import { notify } from '../api/notices.ts';
import { clearTokens } from '../api/tokenSources.ts';
import { browserCookies, readLocal, readSession, writeLocal, writeSession } from '../browser/storage.ts';
import { applyPreferences, keepPreferences } from './preferences.ts';
import { announceSession, onSessionElsewhere } from './sessionChannel.ts';

export type Principal = Data<'getPrincipal'>;
export type Tenant = Principal['tenants'][number];

const USER_KEY = 'EMS-userId';
/** Marks that a session may exist, so that a new tab asks the server before it shows the login page. */
const HINT_COOKIE = 'user';

export interface Session {
  /** `starting` until the server has answered whose session this is; `unreachable` when it did not. */
  status: 'starting' | 'unreachable' | 'guest' | 'user';
  user: Principal | null;
  tenantId: number | null;
  tenants: readonly Tenant[];
  can(permission: string): boolean;
  routes: readonly string[] | null;
  /** The rights that decide which fields the user sees and writes. Null while no user is signed in. */
  rights: FieldRights | null;
  /** True after the user has signed out. The next login then starts at the landing page. */
  left: boolean;
  /** True if definitions that were applied at run time have been requested. */
  definitions: boolean;
}

const nobody = { user: null, tenantId: null, tenants: [], can: () => false, routes: null, rights: null };

export const useSession = create<Session>(() => ({
  ...nobody,
  status: 'starting',
  left: false,
  definitions: false,
}));

const describeRights = ({ admin, permissions, fieldRules, routes, userId, tenantId }: Principal): string =>
  JSON.stringify([userId, tenantId, admin, permissions, fieldRules, routes]);

/** Returns the user's state. Unchanged rights are the same object, so that a new name does not affect their readers. */
function userState(user: Principal, isNew = false): Partial<Session> {
  const signedIn = useSession.getState().user;
  const state = {
    status: 'user',
    user,
    tenantId: user.tenantId,
    tenants: user.tenants,
    left: false,
  } as const;
  if (!isNew && signedIn && describeRights(signedIn) === describeRights(user)) return state;
  const permissions = new Set(user.permissions);
  const fieldRules = new Map(Object.entries(user.fieldRules));
  return {
    ...state,
    routes: user.routes,
    can: (permission) => user.admin || can(permissions, permission),
    rights: { admin: user.admin, permissions, fieldRules },
  };
}

/** Name of the cache in which a service worker keeps answers, so that pages open without network. */
const KEPT_DATA = 'wattdeck-data';
const OWNER_KEY = 'WD-dataOwner';

/** Deletes cached answers of another user, or of a user who had more rights. */
function keepDataOf(user: Principal | null, isNew = false): void {
  const owner = user ? describeRights(user) : '';
  if (!isNew && readLocal(OWNER_KEY) === owner) return;
  writeLocal(OWNER_KEY, owner);
  void globalThis.caches?.delete(KEPT_DATA);
}

function enter(user: Principal): void {
  keepDataOf(user);
  writeSession(USER_KEY, String(user.userId));
  browserCookies.write(HINT_COOKIE, String(user.userId));
  useSession.setState(userState(user));
}

function forget(left: boolean): void {
  keepDataOf(null);
  writeSession(USER_KEY, null);
  browserCookies.remove(HINT_COOKIE);
  clearTokens();
  useSession.setState({ ...nobody, status: 'guest', left });
}

/**
 * Restores the session at the start. With a live session cookie a reload, or a new tab, continues where it was.
 * `quietly` keeps the displayed page until there is an answer.
 */
export async function restoreSession({ quietly = false } = {}): Promise<void> {
  if (readSession(USER_KEY) === null && browserCookies.read(HINT_COOKIE) === null) {
    forget(false);
    return;
  }
  if (!quietly) useSession.setState({ status: 'starting' });
  try {
    const user = await call('getPrincipal', {}, { quiet: true });
    await applyPreferences(user);
    enter(user);
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'session') forget(false);
    else useSession.setState({ ...nobody, status: 'unreachable' });
  }
}

export interface Credentials {
  username: string;
  password: string;
  captchaId?: string;
  captcha?: string;
  /** A code of the second factor. */
  otp?: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
  const user = await call('pclogin', { body: credentials }, { quiet: true });
  // The present tokens belong to no user.
  clearTokens();
  await keepPreferences(user);
  enter(user);
  announceSession(user);
}

/** Signs out. The session ends in this window first, so that no request follows once the server has ended it. */
export async function signOut(): Promise<void> {
  leaveSession();
  try {
    await call('logout', {}, { quiet: true });
  } finally {
    // The call has fetched another token.
    clearTokens();
  }
}

/** Leaves a session that the server has ended already (password change), or is about to end. */
export function leaveSession(): void {
  dropCalls();
  forget(true);
  announceSession(null);
}

export async function switchTenant(tenantId: number): Promise<void> {
  const user = await call('updateDefaultTenant', { body: { tenantId } });
  clearTokens();
  enter(user);
  announceSession(user);
}

export type Profile = Input<'updateInfoData'>['body'];

export async function saveProfile(profile: Profile): Promise<void> {
  const user = await call('updateInfoData', { body: profile }, { quiet: true });
  useSession.setState(userState(user));
}

/**
 * Requests the user's rights again. Without an answer the displayed page does not change. `isNew` means that they have
 * changed, perhaps only in a scope that the browser does not have.
 */
export async function renewRights(isNew: boolean): Promise<void> {
  const user = await call('getPrincipal', {}, { quiet: true }).catch(() => null);
  const before = useSession.getState().user;
  // A change of user or tenant is handled by its caller.
  if (user?.userId !== before?.userId || !user || user.tenantId !== before?.tenantId) return;
  keepDataOf(user, isNew);
  useSession.setState(userState(user, isNew));
}

/** Returns whether the rights of the same user in the same tenant changed. */
export const areRightsNew = (now: Session, before: Session): boolean =>
  now.rights !== before.rights &&
  now.tenantId === before.tenantId &&
  now.user !== null &&
  now.user.userId === before.user?.userId;

/** True during a call that itself ends the session. */
let isLeaving = false;

/**
 * Waits for a call that ends the session on success, such as the change of the password. This window may be notified of
 * the end before the answer arrives, but the user waits for the answer.
 */
export async function awaitOwnEnd<T>(answer: Promise<T>): Promise<T> {
  isLeaving = true;
  try {
    return await answer;
  } finally {
    isLeaving = false;
  }
}

setSessionLostHandler(() => {
  if (isLeaving || useSession.getState().status !== 'user') return;
  dropCalls();
  forget(false);
  announceSession(null);
  notify({ kind: 'warning', text: { key: 'http.loginTimeout' } });
});

onSessionElsewhere((elsewhere) => {
  const { user } = useSession.getState();
  if (!user) return;
  if (!elsewhere) {
    dropCalls();
    forget(true);
  }
  // This window's data belongs to another user or tenant than its cookies do now.
  else if (elsewhere.userId !== user.userId || elsewhere.tenantId !== user.tenantId) location.reload();
});
