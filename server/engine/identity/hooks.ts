/** Hooks for users, roles and departments. They prevent users from gaining rights by writing records. */

import type { FieldRule } from '../../../runtime/core/access/fieldAccess.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { type Lang, languageOf } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { accountKey } from '../../platform/accountKey.ts';
import type { Trx } from '../../platform/db/index.ts';
import { lockName } from '../../platform/db/lock.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import { errorTable } from '../../platform/errors/errorTable.ts';
import { seen } from '../access/scopedRecords.ts';
import { countOwned } from '../entities/countOwned.ts';
import type { EntityHooks, HookStep } from '../hooks.ts';
import { countForeignName, readNameWait } from './people/accountNameLimit.ts';
import { checkDeptChange, checkPlacing } from './people/deptRules.ts';
import { checkAbove, checkAccount, checkLastAdmin, checkOwn, checkRole } from './people/permissions.ts';
import { tooManyAttempts } from './signIn/loginCounters.ts';
import { generatePassword, hashPassword } from './signIn/password.ts';
import { checkPassword } from './signIn/passwordRule.ts';

interface Position {
  deptId: number;
}
interface RoleRule {
  field: string;
  rule: FieldRule;
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
const deptsOf = (values: Values): number[] =>
  ((values.departments as Position[] | null | undefined) ?? []).map(({ deptId }) => Number(deptId));

/** V124: dates are compared as texts. */
function checkDates(values: Values): void {
  const { joinDate, resignDate } = values;
  if (typeof joinDate !== 'string' || typeof resignDate !== 'string') return;
  if (resignDate < joinDate) throw new AppError('user.resignBeforeJoin', {}, { field: '/resignDate' });
}

/** V125: throws for a new department that has ended. Present users of an ended department may stay. */
async function checkDepartments(
  trx: Trx,
  values: Values,
  departmentsBefore: readonly number[],
): Promise<void> {
  const places = deptsOf(values).map((deptId, place) => ({ deptId, place }));
  const added = places.filter(({ deptId }) => !departmentsBefore.includes(deptId));
  if (added.length === 0) return;
  const depts = await trx
    .selectFrom('dept')
    .select(['id', 'endTime'])
    .where(
      'id',
      'in',
      added.map(({ deptId }) => deptId),
    )
    .execute();
  for (const { deptId, place } of added) {
    const dept = depts.find(({ id }) => id === deptId);
    const blamed = { field: `/departments/${place}/deptId` };
    if (!dept) throw new AppError('user.unknownDept', {}, blamed);
    if (dept.endTime !== null && Date.parse(dept.endTime) < Date.now())
      throw new AppError('user.deptExpired', {}, blamed);
  }
}

/**
 * Throws unless the administrator sees these stations in the list, because a restored user has access to them
 * again.
 */
async function checkStations({ trx, session }: HookStep, sns: readonly string[]): Promise<void> {
  if (sns.length === 0) return;
  const rows = await trx
    .selectFrom(seen(trx, session, 'station').as('s'))
    .select('s.sn')
    .where('s.sn', 'in', [...sns])
    .execute();
  if (rows.length < new Set(sns).size) throw new AppError('user.unknownStation', {}, { field: '/stations' });
}

/** Throws unless the roles exist and do not exceed the rights of the assigning user. */
async function checkRoles({ trx, session }: HookStep, roles: readonly number[]): Promise<void> {
  if (roles.length === 0) return;
  const grantedRoles = await trx
    .selectFrom('role')
    .select(['id', 'permissions', 'fieldRules'])
    .where('id', 'in', [...roles])
    .execute();
  if (roles.some((id) => !grantedRoles.some((role) => role.id === id)))
    throw new AppError('user.unknownRole', {}, { field: '/roles' });
  for (const { permissions, fieldRules } of grantedRoles) {
    const rights = { permissions: texts(permissions), fieldRules: (fieldRules as RoleRule[] | null) ?? [] };
    checkRole(session, rights, '/roles');
  }
}

/**
 * Checks a change of the sign-in address, which gives the same access as a password. Programs may not change
 * it, and users may not change their own.
 */
async function checkSignIn(step: HookStep, id: number | null, now: unknown, before: unknown): Promise<void> {
  const { trx, session } = step;
  if (same(now, before)) return;
  if (session.apiKey) throw new AppError('apiKey.notHere');
  if (id === session.userId && !session.permissions.has('*')) throw new AppError('user.self');
  if (id !== null) await checkAccount(trx, session, id);
  await checkAddress(step, id ?? 0, now);
}

/**
 * Checks that no other account of the whole platform has the sign-in address, and that its domain is assigned
 * to the user's tenant.
 */
async function checkAddress({ trx, session }: HookStep, id: number, address: unknown): Promise<void> {
  if (typeof address !== 'string') return;
  await lockName(trx, `sign-in address ${address.toLowerCase()}`);
  const values = [address, id, session.admin] as const;
  const { refusal } = await trx
    .selectNoFrom((eb) =>
      eb
        .fn<string | null>(
          'sign_in_email_refusal',
          values.map((value) => eb.val(value)),
        )
        .as('refusal'),
    )
    .executeTakeFirstOrThrow();
  const place = { field: '/signInEmail' };
  if (refusal === 'domain') throw new AppError('user.signInDomain', {}, place);
  if (refusal !== null) throw new AppError('user.signInTaken', {}, place);
}

async function createUser(values: Values, step: HookStep): Promise<Values> {
  const { trx, session } = step;
  const { password, ...kept } = values;
  await checkSignIn(step, null, values.signInEmail, null);
  checkDates(values);
  await checkDepartments(trx, values, []);
  await checkRoles(step, numbers(values.roles));
  await checkStations(step, texts(values.stations));
  await checkOwn(trx, session, 0, [], texts(values.permissions));
  if (typeof password === 'string') checkPassword(password, String(values.username), '/password');
  const seconds = readNameWait(session.tenantId);
  if (seconds > 0) throw tooManyAttempts(seconds);
  // Without a password, the account gets a random one, which an administrator must reset before the user can sign in.
  const hash = await hashPassword(typeof password === 'string' ? password : generatePassword());
  const id = await makeAccount(trx, String(values.username), hash, String(values.name));
  if (id !== null) return { ...kept, id };
  if (!(await isColleague(trx, String(values.username)))) countForeignName(session.tenantId);
  throw new AppError('user.usernameTaken', {}, { field: '/username' });
}

/** Returns whether the name is that of a user of the same tenant. Administrators may know such names. */
async function isColleague(trx: Trx, username: string): Promise<boolean> {
  const colleague = await trx
    .selectFrom('user')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', accountKey(username)))
    .executeTakeFirst();
  return colleague !== undefined;
}

async function makeAccount(trx: Trx, login: string, hash: string, name: string): Promise<number | null> {
  const { made } = await trx
    .selectNoFrom((eb) =>
      eb.fn<number | null>('account_make', [eb.val(login), eb.val(hash), eb.val(name)]).as('made'),
    )
    .executeTakeFirstOrThrow();
  return made;
}

/** Fields by which others recognize a user, and the address for messages to the user. */
const CONTACT = ['name', 'phone', 'email'] as const;

/** Throws if the caller renames a user with more rights, or redirects this user's messages. */
async function checkContact(values: Values, before: Row, { trx, session }: HookStep): Promise<void> {
  const field = CONTACT.find((name) => !same(values[name], before[name]));
  if (field) await checkAbove(trx, session, Number(before.id), `/${field}`);
}

/** Throws unless the writer may change the roles, rights, departments or account of this user. */
async function checkRights(values: Values, before: Row, step: HookStep): Promise<void> {
  const { trx, session } = step;
  const id = Number(before.id);
  const [rolesNow, rolesThen] = [numbers(values.roles), numbers(before.roles)];
  const rolesChanged = !sameSet(rolesNow, rolesThen);
  const ownChanged = !same(values.permissions ?? [], before.permissions ?? []);
  const closed = values.status !== 'active' && before.status === 'active';
  const deptsChanged = !sameSet(deptsOf(values), deptsOf(before));
  const [sitesNow, sitesThen] = [texts(values.stations), texts(before.stations)];
  const sitesChanged = !same([...sitesNow].sort(), [...sitesThen].sort());
  const isSelf = id === session.userId;
  const all = session.permissions.has('*');
  if (isSelf && (closed || (!all && (rolesChanged || ownChanged || deptsChanged || sitesChanged))))
    throw new AppError('user.self');
  if (rolesChanged || sitesChanged || closed || values.status !== before.status)
    await checkAbove(trx, session, id);
  if (sitesChanged)
    await checkStations(
      step,
      sitesNow.filter((sn) => !sitesThen.includes(sn)),
    );
  if (deptsChanged) checkPlacing(session, deptsOf(values), deptsOf(before));
  if (rolesChanged)
    await checkRoles(
      step,
      rolesNow.filter((role) => !rolesThen.includes(role)),
    );
  if (ownChanged) await checkOwn(trx, session, id, texts(before.permissions), texts(values.permissions));
  if (closed) await checkAdminStays(trx, session, id);
  else if (rolesChanged && !(await roleEverything(trx, rolesNow)) && !texts(values.permissions).includes('*'))
    await checkAdminStays(trx, session, id);
}

async function roleEverything(trx: Trx, roles: readonly number[]): Promise<boolean> {
  if (roles.length === 0) return false;
  const rows = await trx
    .selectFrom('role')
    .select('permissions')
    .where('id', 'in', [...roles])
    .execute();
  return rows.some(({ permissions }) => texts(permissions).includes('*'));
}

/** Throws if the user is the last one with all permissions. */
async function checkAdminStays(trx: Trx, session: HookStep['session'], userId: number): Promise<void> {
  const roles = await trx.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute();
  const { permissions } = await trx
    .selectFrom('user')
    .select('permissions')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const everything =
    texts(permissions).includes('*') ||
    (await roleEverything(
      trx,
      roles.map(({ roleId }) => roleId),
    ));
  if (everything) await checkLastAdmin(trx, session, { userId });
}

async function updateUser(values: Values, before: Row, step: HookStep): Promise<Values> {
  if (typeof values.password === 'string')
    throw new AppError('user.initialFixed', {}, { field: '/password' });
  checkDates(values);
  // A user who has resigned can no longer sign in.
  const after = values.resigned === true ? { ...values, status: 'inactive' } : values;
  await checkDepartments(step.trx, after, deptsOf(before));
  await checkRights(after, before, step);
  await checkContact(after, before, step);
  await checkSignIn(step, Number(before.id), values.signInEmail, before.signInEmail);
  const { password: _, ...kept } = after;
  return kept;
}

/** Reads the rules. Throws if a rule names a field that does not exist. */
function readKnownRules(values: Values): RoleRule[] {
  const rules = (values.fieldRules as RoleRule[] | null | undefined) ?? [];
  const errors: FieldError[] = [];
  for (const [place, { field }] of rules.entries()) {
    const [entity = '', name = ''] = field.split('.');
    if (entityRegistry.get(entity)?.schema.properties?.[name]) continue;
    const msg = errorTable['role.unknownField'].en.replace('{field}', field);
    errors.push({ field: `/fieldRules/${place}/field`, msg });
  }
  const [first] = errors;
  if (first) throw new AppError('role.unknownField', { field: rules[0]?.field ?? '' }, { errors });
  return rules;
}

function createRole(values: Values, { session }: HookStep): Values {
  checkRole(
    session,
    { permissions: texts(values.permissions), fieldRules: readKnownRules(values) },
    '/permissions',
  );
  return values;
}

async function updateRole(values: Values, before: Row, { trx, session }: HookStep): Promise<Values> {
  const then = {
    permissions: texts(before.permissions),
    fieldRules: (before.fieldRules as RoleRule[]) ?? [],
  };
  const now = { permissions: texts(values.permissions), fieldRules: readKnownRules(values) };
  if (same(now, then)) return values;
  // Users may not change a role with more rights than their own, neither to widen nor to narrow it.
  checkRole(session, then, '/permissions');
  checkRole(session, now, '/permissions');
  if (then.permissions.includes('*') && !now.permissions.includes('*'))
    await checkLastAdmin(trx, session, { roleId: Number(before.id) });
  return values;
}

async function countIn(trx: Trx, table: 'userRole' | 'userDepartment', column: string, id: number) {
  const { count } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb(eb.ref(column as 'userId'), '=', id))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Throws if the user owns records that would be left without an owner. The error lists their number by entity. */
async function ownsNothing(trx: Trx, userId: number): Promise<void> {
  const owned = await countOwned(trx, userId);
  if (owned.length === 0) return;
  const list = (lang: Lang) =>
    owned.map(({ entity, count }) => `${pickText(entity.title, lang)} ${count}`).join(languageOf(lang).comma);
  throw new AppError('user.owns', { list: { zh: list('zh'), en: list('en') } });
}

export const peopleHooks = {
  user: {
    beforeCreate: createUser,
    beforeUpdate: updateUser,
    async beforeDelete(before, { trx, session }) {
      const id = Number(before.id);
      if (id === session.userId) throw new AppError('user.self');
      await checkAbove(trx, session, id);
      await checkAdminStays(trx, session, id);
      await ownsNothing(trx, id);
    },
    // Restoring a user also restores the user's rights, so they are checked like a new assignment.
    async beforeRestore(row, step) {
      await checkRoles(step, numbers(row.roles));
      await checkOwn(step.trx, step.session, 0, [], texts(row.permissions));
      await checkAddress(step, Number(row.id), row.sign_in_email);
    },
  },
  role: {
    beforeCreate: createRole,
    beforeUpdate: updateRole,
    async beforeDelete(before, { trx, session }) {
      const count = await countIn(trx, 'userRole', 'roleId', Number(before.id));
      if (count > 0) throw new AppError('role.inUse', { count });
      checkRole(
        session,
        { permissions: texts(before.permissions), fieldRules: (before.fieldRules as RoleRule[]) ?? [] },
        '/permissions',
      );
    },
    beforeRestore(row, { session }) {
      const rules = (row.field_rules as RoleRule[] | null) ?? [];
      checkRole(session, { permissions: texts(row.permissions), fieldRules: rules }, '/permissions');
    },
  },
  dept: {
    async beforeUpdate(values, before, step) {
      await checkDeptChange(values, before, step);
      return values;
    },
    async beforeDelete(before, { trx }) {
      const count = await countIn(trx, 'userDepartment', 'deptId', Number(before.id));
      if (count > 0) throw new AppError('dept.inUse', { count });
    },
  },
} satisfies Record<string, EntityHooks>;
