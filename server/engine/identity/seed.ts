import { sql } from 'kysely';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { ADMIN_USERNAME, type Config } from '../../platform/config.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { StartAccount } from '../context.ts';
import { followDictionaries, seedDictionaries } from '../dictionary/seed.ts';
import { ROLES } from './people/roles.ts';
import { generatePassword, hashPassword } from './signIn/password.ts';

/** An arbitrary number, equal in all processes. Only the process with this advisory lock adds the initial data. */
const SEED_LOCK = 7_203_051_107;

export interface TenantSeed {
  id: number;
  name: string;
  nameEn: string;
}

export interface AccountSeed {
  username: string;
  password: string;
  name: string;
  admin?: boolean;
  lang?: Lang;
}

export interface MembershipSeed {
  userId: number;
  tenantId: number;
  /** Key of one of the tenant's roles. Null for a user with only directly assigned permissions. */
  role: string | null;
  permissions?: readonly string[];
}

const EMPTY_TENANT: TenantSeed = { id: 1, name: '默认租户', nameEn: 'Default tenant' };

const DEMO_TENANTS: readonly TenantSeed[] = [
  { id: 2, name: '南方能源', nameEn: 'South Energy' },
  { id: 10, name: '北方能源', nameEn: 'North Energy' },
  { id: 12, name: '东方能源', nameEn: 'East Energy' },
  { id: 14, name: '西部能源', nameEn: 'West Energy' },
];

const ADMIN_NAME = { zh: '管理员', en: 'Administrator' };

const DEMO_ACCOUNTS = [
  {
    username: 'operator',
    name: { zh: '李运维', en: 'Leo Li' },
    role: 'operator',
    tenants: [2, 10],
    note: 'site operator of South and North Energy',
  },
  {
    username: 'engineer',
    name: { zh: '王工', en: 'Wendy Wang' },
    role: 'engineering',
    tenants: [2],
    note: 'engineer of South Energy',
  },
  {
    username: 'sales',
    name: { zh: '陈销售', en: 'Cathy Chen' },
    role: 'sales',
    tenants: [2],
    note: 'sales of South Energy',
  },
  {
    username: 'north',
    name: { zh: '赵经理', en: 'Zoe Zhao' },
    role: 'administrator',
    tenants: [10],
    note: 'administrator of North Energy',
  },
  {
    username: 'observer',
    name: { zh: '周业主', en: 'Owen Zhou' },
    role: null,
    tenants: [2],
    note: 'customer of South Energy, who only looks',
  },
] as const;

/** The initial content of every tenant. */
export interface TenantContent {
  seed(trx: Trx, tenantId: number, lang: Lang): Promise<void>;
  /** Adds content of a new product version to existing tenants. */
  follow(trx: Trx, lang: Lang): Promise<void>;
}

const contents: TenantContent[] = [{ seed: seedDictionaries, follow: followDictionaries }];

export const registerContent = (content: TenantContent): void => void contents.push(content);

/** Creates a tenant with the standard roles. Returns false if the id is already in use. */
export async function seedTenant(trx: Trx, tenant: TenantSeed, lang: Lang): Promise<boolean> {
  const made = await trx
    .insertInto('tenant')
    .values(tenant)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  const roles = ROLES.map(({ key, title, permissions }) => ({
    tenantId: tenant.id,
    key,
    name: title.zh,
    nameEn: title.en,
    permissions: JSON.stringify(permissions),
  }));
  await trx.insertInto('role').values(roles).execute();
  for (const { seed } of contents) await seed(trx, tenant.id, lang);
  return true;
}

export async function seedAccount(trx: Trx, seed: AccountSeed): Promise<number> {
  const { id } = await trx
    .insertInto('userAccount')
    .values({
      username: seed.username,
      passwordHash: await hashPassword(seed.password),
      name: seed.name,
      isAdmin: seed.admin ?? false,
      lang: seed.lang ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a user to a tenant. A sign-in starts in the first tenant of the user. */
export async function seedMembership(trx: Trx, seed: MembershipSeed): Promise<void> {
  const role =
    seed.role === null
      ? null
      : await trx
          .selectFrom('role')
          .select('id')
          .where('tenantId', '=', seed.tenantId)
          .where('key', '=', seed.role)
          .executeTakeFirstOrThrow();
  const { username, name } = await trx
    .selectFrom('userAccount')
    .select(['username', 'name'])
    .where('id', '=', seed.userId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('user')
    .values({
      tenantId: seed.tenantId,
      id: seed.userId,
      username,
      name,
      departments: '[]',
      roles: JSON.stringify(role ? [role.id] : []),
      permissions: JSON.stringify(seed.permissions ?? []),
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .execute();
  await trx
    .updateTable('userAccount')
    .set({ defaultTenantId: seed.tenantId })
    .where('id', '=', seed.userId)
    .where('defaultTenantId', 'is', null)
    .execute();
}

async function seedAdmin(
  trx: Trx,
  configuredPassword: string | null,
  lang: Lang,
): Promise<{ id: number; account: StartAccount }> {
  const account = await trx
    .selectFrom('userAccount')
    .select(['id', 'username'])
    .where('isAdmin', '=', true)
    .orderBy('id')
    .executeTakeFirst();
  const note = 'administrator of every tenant';
  if (account) return { id: account.id, account: { username: account.username, password: null, note } };
  const password = configuredPassword ?? generatePassword();
  const id = await seedAccount(trx, {
    username: ADMIN_USERNAME,
    password,
    name: pickText(ADMIN_NAME, lang),
    admin: true,
  });
  return {
    id,
    account: { username: ADMIN_USERNAME, password: configuredPassword === null ? password : null, note },
  };
}

async function seedDemoAccounts(trx: Trx, lang: Lang): Promise<StartAccount[]> {
  const password = generatePassword();
  for (const { username, name, role, tenants } of DEMO_ACCOUNTS) {
    const userId = await seedAccount(trx, { username, password, name: pickText(name, lang) });
    for (const tenantId of tenants) await seedMembership(trx, { userId, tenantId, role });
  }
  return DEMO_ACCOUNTS.map(({ username, note }) => ({ username, password, note }));
}

async function demoAccounts(trx: Trx): Promise<StartAccount[]> {
  const rows = await trx.selectFrom('userAccount').select('username').where('active', '=', true).execute();
  const there = new Set(rows.map(({ username }) => username));
  return DEMO_ACCOUNTS.filter(({ username }) => there.has(username)).map(({ username, note }) => ({
    username,
    password: null,
    note,
  }));
}

/**
 * Creates the administrator at the first start, with either an empty tenant or the tenants and users of the demo.
 * Later starts change nothing, because users may have been renamed or removed on purpose. Exception: the demo's
 * tenants are created when the demo is first enabled. Several servers may start at once.
 */
export async function seedPlatform(
  trx: Trx,
  config: Pick<Config, 'demo' | 'lang' | 'adminPassword'>,
): Promise<StartAccount[]> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
  const admin = await seedAdmin(trx, config.adminPassword, config.lang);
  const { count } = await trx
    .selectFrom('tenant')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const tenants = config.demo ? DEMO_TENANTS : count === 0 ? [EMPTY_TENANT] : [];
  const made: number[] = [];
  for (const tenant of tenants) if (await seedTenant(trx, tenant, config.lang)) made.push(tenant.id);
  for (const tenantId of made)
    await seedMembership(trx, { userId: admin.id, tenantId, role: 'administrator' });
  for (const { follow } of contents) await follow(trx, config.lang);
  if (!config.demo) return [admin.account];
  const firstDemo = made.includes(DEMO_TENANTS[0]!.id);
  return [admin.account, ...(firstDemo ? await seedDemoAccounts(trx, config.demo) : await demoAccounts(trx))];
}
