/** What the generic actions on people, roles and departments must keep to: nobody gains rights by writing records. */
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { FieldRule } from '../../runtime/core/fieldAccess.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { seen } from '../access/records.ts';
import type { Trx } from '../db/index.ts';
import { lockName } from '../db/lock.ts';
import type { EntityHooks, HookStep } from '../entities/hooks.ts';
import type { Row } from '../entities/query.ts';
import { AppError, type FieldError } from '../http/errors.ts';
import { errorTable } from '../http/errorTable.ts';
import { tooManyAttempts } from './attempts.ts';
import { checkDeptChange, checkPlacing } from './deptRules.ts';
import { countForeignName, readNameWait } from './nameLimit.ts';
import { generatePassword, hashPassword } from './password.ts';
import { checkPassword } from './passwordRule.ts';
import { above_check, account_check, lastAdmin_check, own_check, role_check } from './permissions.ts';
import { accountKey } from './throttle.ts';

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
const same_set = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));
const depts_of = (values: Values): number[] =>
  ((values.departments as Position[] | null | undefined) ?? []).map(({ deptId }) => Number(deptId));

/** V124; dates are compared as they are written. */
function dates_check(values: Values): void {
  const { joinDate, resignDate } = values;
  if (typeof joinDate !== 'string' || typeof resignDate !== 'string') return;
  if (resignDate < joinDate) throw new AppError('user.resignBeforeJoin', {}, { field: '/resignDate' });
}

/** V125: nobody is added to a department that has ended; who is in it already may stay. */
async function departments_check(trx: Trx, values: Values, known: readonly number[]): Promise<void> {
  const places = depts_of(values).map((deptId, place) => ({ deptId, place }));
  const added = places.filter(({ deptId }) => !known.includes(deptId));
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
    const at = { field: `/departments/${place}/deptId` };
    if (!dept) throw new AppError('user.unknownDept', {}, at);
    if (dept.endTime !== null && Date.parse(dept.endTime) < Date.now())
      throw new AppError('user.deptExpired', {}, at);
  }
}

/** Sites that are given anew open records of theirs: whoever gives them sees the sites in the list. */
async function stations_check({ trx, session }: HookStep, sns: readonly string[]): Promise<void> {
  if (sns.length === 0) return;
  const rows = await trx
    .selectFrom(seen(trx, session, 'station').as('s'))
    .select('s.sn')
    .where('s.sn', 'in', [...sns])
    .execute();
  if (rows.length < new Set(sns).size) throw new AppError('user.unknownStation', {}, { field: '/stations' });
}

/** Roles that are given anew must be there, and open no more than their giver holds. */
async function roles_check({ trx, session }: HookStep, roles: readonly number[]): Promise<void> {
  if (roles.length === 0) return;
  const found = await trx
    .selectFrom('role')
    .select(['id', 'permissions', 'fieldRules'])
    .where('id', 'in', [...roles])
    .execute();
  if (roles.some((id) => !found.some((role) => role.id === id)))
    throw new AppError('user.unknownRole', {}, { field: '/roles' });
  for (const { permissions, fieldRules } of found) {
    const rights = { permissions: texts(permissions), fieldRules: (fieldRules as RoleRule[] | null) ?? [] };
    role_check(session, rights, '/roles');
  }
}

/** The address that leads into the account is as good as its password: not by a program, nor for oneself. */
async function signIn_check(step: HookStep, id: number | null, now: unknown, before: unknown): Promise<void> {
  const { trx, session } = step;
  if (same(now, before)) return;
  if (session.apiKey) throw new AppError('apiKey.notHere');
  if (id === session.userId && !session.permissions.has('*')) throw new AppError('user.self');
  if (id !== null) await account_check(trx, session, id);
  await checkAddress(step, id ?? 0, now);
}

/** An address leads to one account of the whole platform, and only to people of whoever its domain belongs to. */
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
  const at = { field: '/signInEmail' };
  if (refusal === 'domain') throw new AppError('user.signInDomain', {}, at);
  if (refusal !== null) throw new AppError('user.signInTaken', {}, at);
}

async function user_create(values: Values, step: HookStep): Promise<Values> {
  const { trx, session } = step;
  const { password, ...kept } = values;
  await signIn_check(step, null, values.signInEmail, null);
  dates_check(values);
  await departments_check(trx, values, []);
  await roles_check(step, numbers(values.roles));
  await stations_check(step, texts(values.stations));
  await own_check(trx, session, 0, [], texts(values.permissions));
  if (typeof password === 'string') checkPassword(password, String(values.username), '/password');
  const seconds = readNameWait(session.tenantId);
  if (seconds > 0) throw tooManyAttempts(seconds);
  // Without a password of their own they get one that nobody knows: it must be reset before they can sign in.
  const hash = await hashPassword(typeof password === 'string' ? password : generatePassword());
  const id = await account_make(trx, String(values.username), hash, String(values.name));
  if (id !== null) return { ...kept, id };
  if (!(await isColleague(trx, String(values.username)))) countForeignName(session.tenantId);
  throw new AppError('user.usernameTaken', {}, { field: '/username' });
}

/** Whether somebody of the own tenant has the name: that is no news to whoever makes its people. */
async function isColleague(trx: Trx, username: string): Promise<boolean> {
  const colleague = await trx
    .selectFrom('user')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', accountKey(username)))
    .executeTakeFirst();
  return colleague !== undefined;
}

async function account_make(trx: Trx, login: string, hash: string, name: string): Promise<number | null> {
  const { made } = await trx
    .selectNoFrom((eb) =>
      eb.fn<number | null>('account_make', [eb.val(login), eb.val(hash), eb.val(name)]).as('made'),
    )
    .executeTakeFirstOrThrow();
  return made;
}

/** What others know somebody by, and where mails about them go. */
const CONTACT = ['name', 'phone', 'email'] as const;

/** Who holds more is not renamed, nor are their notices led elsewhere, by somebody who holds less. */
async function checkContact(values: Values, before: Row, { trx, session }: HookStep): Promise<void> {
  const field = CONTACT.find((name) => !same(values[name], before[name]));
  if (field) await above_check(trx, session, Number(before.id), `/${field}`);
}

/** What a change of somebody's roles, rights, departments or account needs. */
async function rights_check(values: Values, before: Row, step: HookStep): Promise<void> {
  const { trx, session } = step;
  const id = Number(before.id);
  const [rolesNow, rolesThen] = [numbers(values.roles), numbers(before.roles)];
  const rolesChanged = !same_set(rolesNow, rolesThen);
  const ownChanged = !same(values.permissions ?? [], before.permissions ?? []);
  const closed = values.status !== 'active' && before.status === 'active';
  const deptsChanged = !same_set(depts_of(values), depts_of(before));
  const [sitesNow, sitesThen] = [texts(values.stations), texts(before.stations)];
  const sitesChanged = !same([...sitesNow].sort(), [...sitesThen].sort());
  const own = id === session.userId;
  const all = session.permissions.has('*');
  if (own && (closed || (!all && (rolesChanged || ownChanged || deptsChanged || sitesChanged))))
    throw new AppError('user.self');
  if (rolesChanged || sitesChanged || closed || values.status !== before.status)
    await above_check(trx, session, id);
  if (sitesChanged)
    await stations_check(
      step,
      sitesNow.filter((sn) => !sitesThen.includes(sn)),
    );
  if (deptsChanged) checkPlacing(session, depts_of(values), depts_of(before));
  if (rolesChanged)
    await roles_check(
      step,
      rolesNow.filter((role) => !rolesThen.includes(role)),
    );
  if (ownChanged) await own_check(trx, session, id, texts(before.permissions), texts(values.permissions));
  if (closed) await admin_stays(trx, session, id);
  else if (
    rolesChanged &&
    !(await role_everything(trx, rolesNow)) &&
    !texts(values.permissions).includes('*')
  )
    await admin_stays(trx, session, id);
}

async function role_everything(trx: Trx, roles: readonly number[]): Promise<boolean> {
  if (roles.length === 0) return false;
  const rows = await trx
    .selectFrom('role')
    .select('permissions')
    .where('id', 'in', [...roles])
    .execute();
  return rows.some(({ permissions }) => texts(permissions).includes('*'));
}

/** Whoever may do everything is not the last one; for others there is nothing to check. */
async function admin_stays(trx: Trx, session: HookStep['session'], userId: number): Promise<void> {
  const roles = await trx.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute();
  const { permissions } = await trx
    .selectFrom('user')
    .select('permissions')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const everything =
    texts(permissions).includes('*') ||
    (await role_everything(
      trx,
      roles.map(({ roleId }) => roleId),
    ));
  if (everything) await lastAdmin_check(trx, session, { userId });
}

async function user_update(values: Values, before: Row, step: HookStep): Promise<Values> {
  if (typeof values.password === 'string')
    throw new AppError('user.initialFixed', {}, { field: '/password' });
  dates_check(values);
  // Who has resigned no longer signs in.
  const after = values.resigned === true ? { ...values, status: 'inactive' } : values;
  await departments_check(step.trx, after, depts_of(before));
  await rights_check(after, before, step);
  await checkContact(after, before, step);
  await signIn_check(step, Number(before.id), values.signInEmail, before.signInEmail);
  const { password: _, ...kept } = after;
  return kept;
}

/** Every rule names a field that there is. */
function rules_known(values: Values): RoleRule[] {
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

function role_create(values: Values, { session }: HookStep): Values {
  role_check(
    session,
    { permissions: texts(values.permissions), fieldRules: rules_known(values) },
    '/permissions',
  );
  return values;
}

async function role_update(values: Values, before: Row, { trx, session }: HookStep): Promise<Values> {
  const then = {
    permissions: texts(before.permissions),
    fieldRules: (before.fieldRules as RoleRule[]) ?? [],
  };
  const now = { permissions: texts(values.permissions), fieldRules: rules_known(values) };
  if (same(now, then)) return values;
  // A role that opens more than one holds is not for one to change, neither wider nor narrower.
  role_check(session, then, '/permissions');
  role_check(session, now, '/permissions');
  if (then.permissions.includes('*') && !now.permissions.includes('*'))
    await lastAdmin_check(trx, session, { roleId: Number(before.id) });
  return values;
}

async function count_in(trx: Trx, table: 'userRole' | 'userDepartment', column: string, id: number) {
  const { count } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb(eb.ref(column as 'userId'), '=', id))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const peopleHooks = {
  user: {
    beforeCreate: user_create,
    beforeUpdate: user_update,
    async beforeDelete(before, { trx, session }) {
      const id = Number(before.id);
      if (id === session.userId) throw new AppError('user.self');
      await above_check(trx, session, id);
      await admin_stays(trx, session, id);
    },
    // Who comes back brings their rights along: they are given as on the first day.
    async beforeRestore(row, step) {
      await roles_check(step, numbers(row.roles));
      await own_check(step.trx, step.session, 0, [], texts(row.permissions));
      await checkAddress(step, Number(row.id), row.sign_in_email);
    },
  },
  role: {
    beforeCreate: role_create,
    beforeUpdate: role_update,
    async beforeDelete(before, { trx, session }) {
      const count = await count_in(trx, 'userRole', 'roleId', Number(before.id));
      if (count > 0) throw new AppError('role.inUse', { count });
      role_check(
        session,
        { permissions: texts(before.permissions), fieldRules: (before.fieldRules as RoleRule[]) ?? [] },
        '/permissions',
      );
    },
    beforeRestore(row, { session }) {
      const rules = (row.field_rules as RoleRule[] | null) ?? [];
      role_check(session, { permissions: texts(row.permissions), fieldRules: rules }, '/permissions');
    },
  },
  dept: {
    async beforeUpdate(values, before, step) {
      await checkDeptChange(values, before, step);
      return values;
    },
    async beforeDelete(before, { trx }) {
      const count = await count_in(trx, 'userDepartment', 'deptId', Number(before.id));
      if (count > 0) throw new AppError('dept.inUse', { count });
    },
  },
} satisfies Record<string, EntityHooks>;
