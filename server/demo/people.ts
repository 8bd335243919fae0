/** The demo's departments and colleagues: everybody has a manager above, so that lists and approvals are alive. */

import { generatePassword, hashPassword } from '../engine/identity/password.ts';
import type { Trx } from '../platform/db/index.ts';
import { hash01 } from './simulator/noise.ts';
import { TENANT_SOUTH } from './sites.ts';

interface DeptSeed {
  name: string;
  /** The department above. */
  above?: string;
  /** User name of who runs it. */
  manager: string;
}

interface ColleagueSeed {
  username: string;
  name: string;
  gender: 'male' | 'female';
  title: string;
  /** Key of a role; nobody needs one to be listed. */
  role?: string;
}

interface Staff {
  depts: readonly DeptSeed[];
  /** People by department; those who are there already are only put into it. */
  places: Readonly<Record<string, readonly (ColleagueSeed | string)[]>>;
}

const SOUTH: Staff = {
  depts: [
    { name: '总经办', manager: 'admin' },
    { name: '销售部', above: '总经办', manager: 'sales' },
    { name: '工程部', above: '总经办', manager: 'engineer' },
    { name: '运维部', above: '总经办', manager: 'operator' },
    { name: '苏州运维班', above: '运维部', manager: 'zhou.min' },
    { name: '财务部', above: '总经办', manager: 'wu.fang' },
    { name: '采购部', above: '总经办', manager: 'zheng.hao' },
  ],
  places: {
    总经办: ['admin'],
    销售部: [
      'sales',
      { username: 'he.jing', name: '何静', gender: 'female', title: '客户经理', role: 'sales' },
      { username: 'lv.tao', name: '吕涛', gender: 'male', title: '客户经理', role: 'sales' },
      { username: 'shi.yu', name: '施雨', gender: 'female', title: '销售助理' },
    ],
    工程部: [
      'engineer',
      { username: 'zhang.lei', name: '张磊', gender: 'male', title: '电气工程师', role: 'engineering' },
      { username: 'kong.qing', name: '孔晴', gender: 'female', title: '调试工程师', role: 'engineering' },
      { username: 'cao.rui', name: '曹睿', gender: 'male', title: '实习工程师' },
    ],
    运维部: [
      'operator',
      { username: 'yan.bo', name: '严博', gender: 'male', title: '运维工程师', role: 'operator' },
    ],
    苏州运维班: [
      { username: 'zhou.min', name: '周敏', gender: 'female', title: '班长', role: 'operator' },
      { username: 'hua.jun', name: '华军', gender: 'male', title: '值班员', role: 'operator' },
      { username: 'jin.lan', name: '金兰', gender: 'female', title: '值班员', role: 'operator' },
    ],
    财务部: [
      { username: 'wu.fang', name: '吴芳', gender: 'female', title: '财务主管', role: 'finance' },
      { username: 'tao.yi', name: '陶毅', gender: 'male', title: '会计', role: 'finance' },
    ],
    采购部: [
      { username: 'zheng.hao', name: '郑浩', gender: 'male', title: '采购主管', role: 'procurement' },
      { username: 'jiang.xue', name: '姜雪', gender: 'female', title: '采购员', role: 'procurement' },
    ],
  },
};

const NORTH: Staff = {
  depts: [
    { name: '总经办', manager: 'north' },
    { name: '运维部', above: '总经办', manager: 'operator' },
    { name: '销售部', above: '总经办', manager: 'qi.wei' },
  ],
  places: {
    总经办: ['north', 'admin'],
    运维部: [
      'operator',
      { username: 'xie.nan', name: '谢楠', gender: 'male', title: '运维工程师', role: 'operator' },
    ],
    销售部: [
      { username: 'qi.wei', name: '戚薇', gender: 'female', title: '销售主管', role: 'sales' },
      { username: 'zou.kai', name: '邹凯', gender: 'male', title: '客户经理', role: 'sales' },
    ],
  },
};

const YEAR_MS = 31_536_000_000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Invented, and the same in every demo. */
function details(seed: ColleagueSeed, index: number, now: number): Record<string, unknown> {
  const digits = Math.floor(hash01(21, index) * 90_000_000 + 10_000_000);
  return {
    gender: seed.gender,
    jobTitle: seed.title,
    employeeId: `W${String(1000 + index)}`,
    employeeType: seed.title.startsWith('实习') ? 'intern' : 'fullTime',
    phone: `139${digits}`,
    email: `${seed.username}@example.cn`,
    joinDate: day(now - YEAR_MS * (0.3 + 5 * hash01(22, index))),
    workLocation: 'ABC'[index % 3],
  };
}

/** The people and departments of one demo tenant. Colleagues have passwords that nobody knows until they are reset. */
export async function seedPeople(trx: Trx, tenantId: number, now: number): Promise<void> {
  const { depts, places } = tenantId === TENANT_SOUTH ? SOUTH : NORTH;
  const passwordHash = await hashPassword(generatePassword());
  const roles = await trx.selectFrom('role').select(['id', 'key']).where('tenantId', '=', tenantId).execute();
  const roleIds = new Map(roles.map(({ id, key }) => [key, id]));
  const members = await trx
    .selectFrom('user')
    .select(['id', 'username'])
    .where('tenantId', '=', tenantId)
    .execute();
  const ids = new Map(members.map(({ id, username }) => [username, id]));
  const fresh = Object.values(places)
    .flat()
    .filter((one): one is ColleagueSeed => typeof one !== 'string');
  for (const [index, one] of fresh.entries()) {
    const account = await trx
      .insertInto('userAccount')
      .values({ username: one.username, name: one.name, passwordHash, defaultTenantId: tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!account) continue;
    const role = one.role === undefined ? undefined : roleIds.get(one.role);
    await trx
      .insertInto('user')
      .values({
        tenantId,
        id: account.id,
        username: one.username,
        name: one.name,
        departments: '[]',
        roles: JSON.stringify(role === undefined ? [] : [role]),
        permissions: '[]',
        ...details(one, index + tenantId * 100, now),
      })
      .execute();
    ids.set(one.username, account.id);
  }
  const deptIds = new Map<string, number>();
  for (const [place, { name, above, manager }] of depts.entries()) {
    const managerId = ids.get(manager) ?? ids.get('admin');
    if (managerId === undefined) continue;
    const { id } = await trx
      .insertInto('dept')
      .values({
        tenantId,
        name,
        managerId,
        parentId: deptIds.get(above ?? '') ?? null,
        sort: (place + 1) * 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    deptIds.set(name, id);
  }
  for (const [name, people] of Object.entries(places)) {
    const departments = JSON.stringify([{ deptId: deptIds.get(name), position: 'main' }]);
    const who = people.map((one) => ids.get(typeof one === 'string' ? one : one.username));
    const known = who.filter((id) => id !== undefined);
    if (known.length === 0 || !deptIds.has(name)) continue;
    await trx
      .updateTable('user')
      .set({ departments })
      .where('tenantId', '=', tenantId)
      .where('id', 'in', known)
      .execute();
  }
}
