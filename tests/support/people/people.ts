import { ROLES } from '../../../server/engine/identity/people/roles.ts';
import { seedMembership, seedTenant } from '../../../server/engine/identity/seed.ts';
import { TEST_LANG } from '../browser/language.ts';
import { hashPassword } from '../server/password.ts';
import type { TestServer } from '../server/server.ts';

/** Tenants and their first persons cannot be created by a call. Only this file creates them inside of the server. */
type Inside = { app: Pick<TestServer['app'], 'db'> };

export const PASSWORD = 'a good password';
const PASSWORD_HASH = hashPassword(PASSWORD);
let count = 0;

/** Creates a separate tenant for a test. */
export async function makeTenant({ app: { db } }: Inside): Promise<number> {
  count += 1;
  const id = 1000 + count;
  await db.system((trx) => seedTenant(trx, { id, name: `租户 ${id}`, nameEn: `Tenant ${id}` }, TEST_LANG));
  return id;
}

/** The keys of the roles that a new tenant gets. */
export const SEEDED_ROLES: readonly string[] = ROLES.map(({ key }) => key);

export interface Person {
  userId: number;
  username: string;
}

interface PersonOptions {
  role?: string | null;
  permissions?: readonly string[];
  /** Without a name, a number distinguishes the users. */
  name?: string;
}

/** Creates a person with PASSWORD in these tenants, by default without role and permission. */
export async function makePerson(
  { app: { db } }: Inside,
  tenants: readonly number[],
  { role = null, permissions = [], name }: PersonOptions = {},
): Promise<Person> {
  count += 1;
  const username = `person${count}`;
  const userId = await db.system(async (trx) => {
    const { id } = await trx
      .insertInto('userAccount')
      .values({ username, passwordHash: PASSWORD_HASH, name: name ?? `Person ${count}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const tenantId of tenants) await seedMembership(trx, { userId: id, tenantId, role, permissions });
    return id;
  });
  return { userId, username };
}

/** Creates a department with its manager and people. Returns its id. */
export function makeDept(
  { app: { db } }: Inside,
  tenantId: number,
  managerId: number,
  people: readonly number[],
): Promise<number> {
  count += 1;
  return db.tenant(tenantId, async (trx) => {
    const { id } = await trx
      .insertInto('dept')
      .values({ tenantId, name: `Department ${count}`, managerId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const departments = JSON.stringify([{ deptId: id }]);
    await trx.updateTable('user').set({ departments }).where('id', 'in', people).execute();
    return id;
  });
}

/** Creates a role of a tenant without an administrator. Returns its id. */
export function makeRole(
  { app: { db } }: Inside,
  tenantId: number,
  role: { permissions: readonly string[]; fieldRules?: readonly { field: string; rule: string }[] },
): Promise<number> {
  count += 1;
  return db.system(async (trx) => {
    const { id } = await trx
      .insertInto('role')
      .values({
        ...{ tenantId, key: `made${count}`, name: `Role ${count}` },
        permissions: JSON.stringify(role.permissions),
        fieldRules: JSON.stringify(role.fieldRules ?? []),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Creates a tenant with the test's number, as settings name it. */
export async function openTenant({ app: { db } }: Inside, tenant: Parameters<typeof seedTenant>[1]) {
  await db.system((trx) => seedTenant(trx, tenant, TEST_LANG));
}
