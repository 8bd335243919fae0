import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { fillText } from '../../platform/errors/errors.ts';

const REASONS: Readonly<Record<string, Text>> = {
  admin: { zh: '平台管理员可以做任何操作', en: 'An administrator of the platform may do everything' },
  held_tenant: {
    zh: '{name}有“{action}”{entity}的权限，范围是全部记录',
    en: '{name} may {action} every {entity}',
  },
  held_department: {
    zh: '{name}可以“{action}”本部门及下级部门的{entity}',
    en: '{name} may {action} the {entity} records of their departments',
  },
  held_site: {
    zh: '{name}可以“{action}”所负责站点的{entity}',
    en: '{name} may {action} the {entity} records of their sites',
  },
  held_own: {
    zh: '{name}可以“{action}”自己的{entity}',
    en: '{name} may {action} their own {entity} records',
  },
  noRole: {
    zh: '{name}的角色和单独授权都没有“{action}”{entity}的权限',
    en: 'Neither the roles nor the individual permissions of {name} allow “{action}” on {entity}',
  },
  rolesGranting: { zh: '这些角色有该权限：{roles}', en: 'Roles that allow it: {roles}' },
  importNothing: {
    zh: '导入还需要新建或编辑{entity}的权限',
    en: 'An import also needs the permission to create or edit {entity}',
  },
  notVisible: {
    zh: '记录不存在，或不在可见范围内',
    en: 'The record does not exist or is not visible to you',
  },
  ownOnly: {
    zh: '权限只限自己的记录，这条记录属于{owner}',
    en: 'The permission covers only the user’s own records. This record belongs to {owner}.',
  },
  siteOnly: {
    zh: '权限只限所负责站点的记录，这条记录不在其中',
    en: 'The permission covers only records of the user’s sites. This record belongs to another site.',
  },
  departmentOnly: {
    zh: '权限只限本部门及下级部门的记录，这条记录属于{owner}',
    en: 'The permission covers only records of the user’s departments. This record belongs to {owner}.',
  },
  audience: {
    zh: '这条记录属于{owner}，仅负责人及有共享权限的用户可更改',
    en: 'This record belongs to {owner}. Only the owner and users with the permission to share can change it.',
  },
  serverField: { zh: '“{title}”由系统填写', en: '{title} is written by the system' },
  stateField: {
    zh: '“{title}”不能直接填写，由对应的操作改变',
    en: '{title} cannot be set directly. The actions of the record change it.',
  },
  fixedField: {
    zh: '“{title}”保存后不能更改',
    en: '{title} cannot be changed after the record is saved',
  },
  fieldPermission: {
    zh: '“{title}”需要权限“{key}”',
    en: '{title} needs the permission “{key}”',
  },
  fieldHidden: { zh: '角色的字段规则隐藏了“{title}”', en: 'A field rule of the roles hides {title}' },
  fieldRead: {
    zh: '角色的字段规则将“{title}”设为只读',
    en: 'A field rule of the roles makes {title} read only',
  },
  approval: {
    zh: '审批中，结束前不能更改',
    en: 'An approval is pending. The record cannot be changed until it ends.',
  },
  agreed: { zh: '审批已通过，不能再更改', en: 'The record is approved and cannot be changed' },
  state: { zh: '只有处于“{states}”状态时才可以', en: 'Only possible in the state {states}' },
};

export function reasonText(rule: string, lang: Lang, params: Readonly<Record<string, string>>): string {
  const reason = REASONS[rule];
  if (!reason) throw new Error(`the rule ${rule} has no words`);
  return fillText(pickText(reason, lang), params);
}
