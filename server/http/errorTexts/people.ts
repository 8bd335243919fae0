import type { ErrorTexts } from './entry.ts';

export const peopleErrors = {
  // people and rights
  'user.above': {
    status: 403,
    code: 40309,
    zh: '这个人的权限比你多，你不能更改其账号',
    en: 'This person holds more than you do: you can’t change their account',
  },
  'user.lastAdmin': {
    status: 409,
    code: 40921,
    zh: '至少要保留一位在用的管理员',
    en: 'At least one active administrator must remain',
  },
  'user.usernameTaken': { status: 409, code: 40922, zh: '登录名已被使用', en: 'This user name is taken' },
  'user.deptExpired': {
    status: 400,
    code: 40044,
    zh: '不能加入已停用的部门',
    en: 'An expired department cannot be added',
  },
  'user.resignBeforeJoin': {
    status: 400,
    code: 40048,
    zh: '离职日期不能早于入职日期',
    en: 'Resignation cannot be earlier than joining',
  },
  'user.self': {
    status: 409,
    code: 40923,
    zh: '不能停用、删除自己，或更改自己的权限、角色、部门与统一身份登录邮箱',
    en: 'You can’t deactivate or delete yourself, or change your own rights, roles, departments and sign-in e-mail',
  },
  'user.phrase': { status: 400, code: 40049, zh: '请输入“I confirm”确认', en: 'Type "I confirm" to go on' },
  'user.severalTenants': {
    status: 403,
    code: 40313,
    zh: '此人还属于其他租户，只有平台管理员可以重置其密码',
    en: 'They also work for other tenants: only an administrator of the platform can reset their password',
  },
  'user.unknownRole': { status: 400, code: 40054, zh: '角色不存在', en: 'There is no such role' },
  'user.unknownStation': {
    status: 400,
    code: 40095,
    zh: '站点不存在，或不在您可查看的范围内',
    en: 'There is no such station within your reach',
  },
  'user.unknownDept': { status: 400, code: 40058, zh: '部门不存在', en: 'There is no such department' },
  'role.inUse': {
    status: 409,
    code: 40924,
    zh: '有 {count} 位用户使用该角色，请先更改他们的角色',
    en: '{count} people have this role; give them another one first',
  },
  'dept.inUse': {
    status: 409,
    code: 40925,
    zh: '部门还有 {count} 位成员，请先调整',
    en: '{count} people belong to this department; move them first',
  },
  'dept.own': {
    status: 403,
    code: 40317,
    zh: '不能调整自己所在部门及其上级部门的位置或负责人，也不能让自己成为其他部门的负责人',
    en: 'You can’t move your own departments or those above, change their managers, or make yourself the manager of one',
  },
  'dept.reach': {
    status: 403,
    code: 40318,
    zh: '你的部分权限限于本部门：不能把部门移入或移出自己的部门，也不能把别处的人员移入',
    en: 'Some of your rights end with your departments: you can’t move departments into or out of them, nor people into them',
  },
  'tree.circle': {
    status: 409,
    code: 40945,
    zh: '上级不能是自己或自己的下级',
    en: 'It can’t be below itself',
  },
  'tree.hasChildren': {
    status: 409,
    code: 40926,
    zh: '还有下级，请先移走',
    en: 'There are entries below it; move them first',
  },
  'dict.builtIn': {
    status: 409,
    code: 40927,
    zh: '内置项不能删除，可以停用',
    en: 'A built-in entry can’t be deleted; disable it instead',
  },
  'dict.badValue': { status: 400, code: 40066, zh: '不在可选范围内', en: 'Not one of the possible values' },
  'role.unknownField': {
    status: 400,
    code: 40067,
    zh: '没有这个字段：{field}',
    en: 'There is no such field: {field}',
  },
  'user.bindAdmin': {
    status: 403,
    code: 40314,
    zh: '只有平台管理员可以加入其他租户的人员',
    en: 'Only an administrator of the platform can let in a person of another tenant',
  },
  'user.noAccount': { status: 404, code: 40404, zh: '没有这个登录名', en: 'Nobody has this user name' },
  'user.member': {
    status: 409,
    code: 40928,
    zh: '此人已经是本租户的用户',
    en: 'They already work for this tenant',
  },
  'user.initialFixed': {
    status: 400,
    code: 40068,
    zh: '密码只能在新建时填写，之后请使用重置密码',
    en: 'A password is given once; reset it afterwards',
  },
} as const satisfies ErrorTexts;
