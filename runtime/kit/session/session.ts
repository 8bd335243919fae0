/** The session of the signed-in user. Routes check the user id in session storage (V007–V009, decisions 2, 3). */
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
/** Marks that a session may exist. A new tab then asks the server before it shows the login page. */
const HINT_COOKIE = 'user';

export interface Session {
  /** `starting`: the server has not answered yet. `unreachable`: no answer. */
  status: 'starting' | 'unreachable' | 'guest' | 'user';
  user: Principal | null;
  tenantId: number | null;
  tenants: readonly Tenant[];
  can(permission: string): boolean;
  routes: readonly string[] | null;
  /** The rights for access to fields. Null without a signed-in user. */
  rights: FieldRights | null;
  /** True after a sign-out by the user. The next login then opens the landing page. */
  left: boolean;
  /** True after the definitions applied at run time were requested. */
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

/** Returns the user's state. Unchanged rights remain the same object, so that their readers do not render. */
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

/** Name of the service worker's cache of answers for offline use. */
const CACHE_NAME = 'wattdeck-data';
const OWNER_KEY = 'WD-dataOwner';

/** Deletes cached answers of another user, or of the same user with former rights. */
function checkDataOwner(user: Principal | null, isNew = false): void {
  const owner = user ? describeRights(user) : '';
  if (!isNew && readLocal(OWNER_KEY) === owner) return;
  writeLocal(OWNER_KEY, owner);
  void globalThis.caches?.delete(CACHE_NAME);
}

function enter(user: Principal): void {
  checkDataOwner(user);
  writeSession(USER_KEY, String(user.userId));
  browserCookies.write(HINT_COOKIE, String(user.userId));
  useSession.setState(userState(user));
}

function forget(left: boolean): void {
  checkDataOwner(null);
  writeSession(USER_KEY, null);
  browserCookies.remove(HINT_COOKIE);
  clearTokens();
  useSession.setState({ ...nobody, status: 'guest', left });
}

/**
 * Restores the session at the start, for example after a reload or in a new tab. `quietly`: the displayed page remains
 * until the answer.
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
  // The current tokens belong to no user.
  clearTokens();
  await keepPreferences(user);
  enter(user);
  announceSession(user);
}

/** Signs out. The window's session ends first, so that no request follows the server's end of the session. */
export async function signOut(): Promise<void> {
  leaveSession();
  try {
    await call('logout', {}, { quiet: true });
  } finally {
    // The call has requested another token.
    clearTokens();
  }
}

/** Leaves a session that the server has already ended (password change), or is ending. */
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
 * Loads the user's rights again. Without an answer the displayed page remains. `isNew`: the rights have changed,
 * possibly only in a scope unknown to the browser.
 */
export async function renewRights(isNew: boolean): Promise<void> {
  const user = await call('getPrincipal', {}, { quiet: true }).catch(() => null);
  const before = useSession.getState().user;
  // A change of user or tenant is handled by its caller.
  if (user?.userId !== before?.userId || !user || user.tenantId !== before?.tenantId) return;
  checkDataOwner(user, isNew);
  useSession.setState(userState(user, isNew));
}

/** Returns whether the rights of the same user in the same tenant changed. */
export const areRightsNew = (now: Session, before: Session): boolean =>
  now.rights !== before.rights &&
  now.tenantId === before.tenantId &&
  now.user !== null &&
  now.user.userId === before.user?.userId;

/** True during a call that ends the session. */
let isLeaving = false;

/**
 * Runs a call that ends the session on success, such as a password change. The window may be notified before the answer
 * arrives, so the end is handled after the answer.
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
  // The cookies now belong to another user or tenant than this window's data.
  else if (elsewhere.userId !== user.userId || elsewhere.tenantId !== user.tenantId) location.reload();
});
