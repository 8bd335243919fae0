/** The demo's departments and colleagues. All have a manager, so that lists and approvals can be tried. */

import type { Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { generatePassword, hashPassword } from '../../server/engine/identity/signIn/password.ts';
import type { Trx } from '../../server/platform/db/index.ts';
import { hash01 } from '../simulator/noise.ts';
import { TENANT_SOUTH } from '../sites/sites.ts';

interface DeptSeed {
  key: string;
  name: Text;
  /** Key of the parent department. */
  above?: string;
  /** User name of the department's manager. */
  manager: string;
}

interface ColleagueSeed {
  username: string;
  name: Text;
  gender: 'male' | 'female';
  title: Text;
  trainee?: true;
  /** Key of a role. A user without a role is only listed. */
  role?: string;
}

interface Staff {
  depts: readonly DeptSeed[];
  /** Users by the key of their department. Existing users are only assigned to the department. */
  places: Readonly<Record<string, readonly (ColleagueSeed | string)[]>>;
}

const SOUTH: Staff = {
  depts: [
    { key: 'office', name: { zh: '总经办', en: 'General office' }, manager: 'admin' },
    { key: 'sales', name: { zh: '销售部', en: 'Sales' }, above: 'office', manager: 'sales' },
    { key: 'engineering', name: { zh: '工程部', en: 'Engineering' }, above: 'office', manager: 'engineer' },
    { key: 'operations', name: { zh: '运维部', en: 'Operations' }, above: 'office', manager: 'operator' },
    {
      key: 'suzhou',
      name: { zh: '苏州运维班', en: 'Suzhou shift' },
      above: 'operations',
      manager: 'zhou.min',
    },
    { key: 'finance', name: { zh: '财务部', en: 'Finance' }, above: 'office', manager: 'wu.fang' },
    { key: 'procurement', name: { zh: '采购部', en: 'Procurement' }, above: 'office', manager: 'zheng.hao' },
  ],
  places: {
    office: ['admin'],
    sales: [
      'sales',
      {
        username: 'he.jing',
        name: { zh: '何静', en: 'Jing He' },
        gender: 'female',
        title: { zh: '客户经理', en: 'Account manager' },
        role: 'sales',
      },
      {
        username: 'lv.tao',
        name: { zh: '吕涛', en: 'Tao Lü' },
        gender: 'male',
        title: { zh: '客户经理', en: 'Account manager' },
        role: 'sales',
      },
      {
        username: 'shi.yu',
        name: { zh: '施雨', en: 'Yu Shi' },
        gender: 'female',
        title: { zh: '销售助理', en: 'Sales assistant' },
      },
    ],
    engineering: [
      'engineer',
      {
        username: 'zhang.lei',
        name: { zh: '张磊', en: 'Lei Zhang' },
        gender: 'male',
        title: { zh: '电气工程师', en: 'Electrical engineer' },
        role: 'engineering',
      },
      {
        username: 'kong.qing',
        name: { zh: '孔晴', en: 'Qing Kong' },
        gender: 'female',
        title: { zh: '调试工程师', en: 'Commissioning engineer' },
        role: 'engineering',
      },
      {
        username: 'cao.rui',
        name: { zh: '曹睿', en: 'Rui Cao' },
        gender: 'male',
        title: { zh: '实习工程师', en: 'Trainee engineer' },
        trainee: true,
      },
    ],
    operations: [
      'operator',
      {
        username: 'yan.bo',
        name: { zh: '严博', en: 'Bo Yan' },
        gender: 'male',
        title: { zh: '运维工程师', en: 'O&M engineer' },
        role: 'operator',
      },
    ],
    suzhou: [
      {
        username: 'zhou.min',
        name: { zh: '周敏', en: 'Min Zhou' },
        gender: 'female',
        title: { zh: '班长', en: 'Shift leader' },
        role: 'operator',
      },
      {
        username: 'hua.jun',
        name: { zh: '华军', en: 'Jun Hua' },
        gender: 'male',
        title: { zh: '值班员', en: 'Operator on duty' },
        role: 'operator',
      },
      {
        username: 'jin.lan',
        name: { zh: '金兰', en: 'Lan Jin' },
        gender: 'female',
        title: { zh: '值班员', en: 'Operator on duty' },
        role: 'operator',
      },
    ],
    finance: [
      {
        username: 'wu.fang',
        name: { zh: '吴芳', en: 'Fang Wu' },
        gender: 'female',
        title: { zh: '财务主管', en: 'Head of finance' },
        role: 'finance',
      },
      {
        username: 'tao.yi',
        name: { zh: '陶毅', en: 'Yi Tao' },
        gender: 'male',
        title: { zh: '会计', en: 'Accountant' },
        role: 'finance',
      },
    ],
    procurement: [
      {
        username: 'zheng.hao',
        name: { zh: '郑浩', en: 'Hao Zheng' },
        gender: 'male',
        title: { zh: '采购主管', en: 'Head of procurement' },
        role: 'procurement',
      },
      {
        username: 'jiang.xue',
        name: { zh: '姜雪', en: 'Xue Jiang' },
        gender: 'female',
        title: { zh: '采购员', en: 'Buyer' },
        role: 'procurement',
      },
    ],
  },
};

const NORTH: Staff = {
  depts: [
    { key: 'office', name: { zh: '总经办', en: 'General office' }, manager: 'north' },
    { key: 'operations', name: { zh: '运维部', en: 'Operations' }, above: 'office', manager: 'operator' },
    { key: 'sales', name: { zh: '销售部', en: 'Sales' }, above: 'office', manager: 'qi.wei' },
  ],
  places: {
    office: ['north', 'admin'],
    operations: [
      'operator',
      {
        username: 'xie.nan',
        name: { zh: '谢楠', en: 'Nan Xie' },
        gender: 'male',
        title: { zh: '运维工程师', en: 'O&M engineer' },
        role: 'operator',
      },
    ],
    sales: [
      {
        username: 'qi.wei',
        name: { zh: '戚薇', en: 'Wei Qi' },
        gender: 'female',
        title: { zh: '销售主管', en: 'Head of sales' },
        role: 'sales',
      },
      {
        username: 'zou.kai',
        name: { zh: '邹凯', en: 'Kai Zou' },
        gender: 'male',
        title: { zh: '客户经理', en: 'Account manager' },
        role: 'sales',
      },
    ],
  },
};

const YEAR_MS = 31_536_000_000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns invented details, which are the same in every demo. */
function details(seed: ColleagueSeed, index: number, lang: SourceLang, now: number): Record<string, unknown> {
  const digits = Math.floor(hash01(21, index) * 90_000_000 + 10_000_000);
  return {
    gender: seed.gender,
    jobTitle: seed.title[lang],
    employeeId: `W${String(1000 + index)}`,
    employeeType: seed.trainee ? 'intern' : 'fullTime',
    phone: `139${digits}`,
    email: `${seed.username}@example.cn`,
    joinDate: day(now - YEAR_MS * (0.3 + 5 * hash01(22, index))),
    workLocation: 'ABC'[index % 3],
  };
}

/**
 * Creates the users and departments of one demo tenant. Colleagues have random passwords until an administrator
 * resets them.
 */
export async function seedPeople(trx: Trx, tenantId: number, lang: SourceLang, now: number): Promise<void> {
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
    .filter((person): person is ColleagueSeed => typeof person !== 'string');
  for (const [index, person] of fresh.entries()) {
    const account = await trx
      .insertInto('userAccount')
      .values({
        username: person.username,
        name: person.name[lang],
        lang,
        passwordHash,
        defaultTenantId: tenantId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!account) continue;
    const role = person.role === undefined ? undefined : roleIds.get(person.role);
    await trx
      .insertInto('user')
      .values({
        tenantId,
        id: account.id,
        username: person.username,
        name: person.name[lang],
        departments: '[]',
        roles: JSON.stringify(role === undefined ? [] : [role]),
        permissions: '[]',
        ...details(person, index + tenantId * 100, lang, now),
      })
      .execute();
    ids.set(person.username, account.id);
  }
  const deptIds = new Map<string, number>();
  for (const [place, { key, name, above, manager }] of depts.entries()) {
    const managerId = ids.get(manager) ?? ids.get('admin');
    if (managerId === undefined) continue;
    const { id } = await trx
      .insertInto('dept')
      .values({
        tenantId,
        name: name[lang],
        managerId,
        parentId: deptIds.get(above ?? '') ?? null,
        sort: (place + 1) * 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    deptIds.set(key, id);
  }
  for (const [key, people] of Object.entries(places)) {
    const departments = JSON.stringify([{ deptId: deptIds.get(key), position: 'main' }]);
    const who = people.map((person) => ids.get(typeof person === 'string' ? person : person.username));
    const knownIds = who.filter((id) => id !== undefined);
    if (knownIds.length === 0 || !deptIds.has(key)) continue;
    await trx
      .updateTable('user')
      .set({ departments })
      .where('tenantId', '=', tenantId)
      .where('id', 'in', knownIds)
      .execute();
  }
}
