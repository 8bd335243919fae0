/** Messages about errors in a flow. */

import type { Text } from '../../../generated/definition.ts';
import { pickText } from '../text/pickText.ts';

const error = (zh: string, en: string) => ({ level: 'error' as const, zh, en });
const warning = (zh: string, en: string) => ({ level: 'warning' as const, zh, en });

export const FLOW_TEXTS = {
  empty: error('流程为空：请添加审批步骤', 'The flow is empty: add a step'),
  tooMany: error('步骤过多：最多 {limit} 个', 'Too many steps: at most {limit}'),
  tooDeep: error(
    '“{step}”嵌套过深：最多 {limit} 层',
    '“{step}” is nested too deeply: at most {limit} levels',
  ),
  nameTwice: error(
    '“{step}”的编码重复：请删除后重新添加',
    '“{step}” has the same key as another step. Delete “{step}” and add it again.',
  ),
  noTitle: error('请填写名称（不超过 {limit} 个字）', 'Enter a name of at most {limit} characters'),
  nobodyChosen: error('“{step}”：请选择审批人', '{step}: choose the approvers'),
  nobodyTold: error('“{step}”：请选择抄送人', '{step}: choose who receives a copy'),
  nobodyInstead: error(
    '“{step}”：请选择找不到审批人时的代审人',
    '{step}: choose who decides if there is no approver',
  ),
  manyPeople: error('“{step}”：最多选择 {limit} 人', '{step}: at most {limit} users'),
  fieldGone: error('“{entity}”已没有字段“{name}”', '{entity} no longer has the field “{name}”'),
  fieldNoUser: error('字段“{name}”不是人员', 'The field “{name}” does not contain a user'),
  fieldNotAsked: error('字段“{name}”不能在审批时填写', 'Approvers can’t fill in the field “{name}”'),
  fieldAskedTwice: error('字段“{name}”重复', 'The field “{name}” occurs twice'),
  noCondition: error('分支“{path}”没有条件：请设置', 'The path “{path}” has no condition: set one'),
  noOtherwise: error(
    '“{step}”缺少“其他情况”分支：最后一个分支不能有条件',
    '“{step}” has no path for all other cases: the last path must have no condition',
  ),
  unreachable: error(
    '分支“{path}”永远不会执行：“{other}”已包含全部情况',
    'The path “{path}” can’t be reached: “{other}” already covers all its cases',
  ),
  emptyPath: error('并行分支“{path}”没有步骤', 'The path “{path}” has no step'),
  joinsAtOnce: error(
    '并行分支“{path}”可能无人审批，流程会立即汇合',
    'The path “{path}” may have no approver. The paths would join immediately.',
  ),
  hours: error('时限须为 {from} 小时至 {to} 天', 'The time limit must be between {from} hour and {to} days'),
  overlaps: warning(
    '“{other}”与“{path}”的条件有重叠：以排在前面的为准',
    'The conditions of “{other}” and “{path}” overlap: the first path applies',
  ),
  agreesItself: warning(
    '“{step}”超过 {hours} 小时自动同意',
    '{step}: approved automatically after {hours} hours',
  ),
  rejectsItself: warning(
    '“{step}”超过 {hours} 小时自动拒绝',
    '{step}: rejected automatically after {hours} hours',
  ),
  undecided: warning(
    '部分情况下无人审批，提交后直接通过',
    'In some cases there is no approver: the request is approved immediately',
  ),
  roleEmpty: warning(
    '“{step}”：角色“{name}”目前没有人员',
    '{step}: no user has the role “{name}” at present',
  ),
  roleGone: error('“{step}”：角色“{name}”已不存在', '{step}: the role “{name}” no longer exists'),
  personGone: warning('“{step}”：{name} 已停用', '{step}: {name} can no longer sign in'),
  personUnknown: error('“{step}”：所选人员已不存在', '{step}: a chosen user no longer exists'),
  headMissing: warning('“{step}”：部门“{name}”没有负责人', '{step}: the department “{name}” has no manager'),
  headGone: error('“{step}”：所选部门已不存在', '{step}: a chosen department no longer exists'),
  levelFew: warning(
    '“{step}”：{count} / {total} 人有第 {level} 级主管，其余由最高一级审批',
    '{step}: {count} of {total} users have a manager of level {level}. For the others the highest manager decides.',
  ),
  nobodyAtAll: error('“{step}”：目前无人可以审批', '{step}: no user can decide this step at present'),
} as const satisfies Record<string, Text & { level: 'error' | 'warning' }>;

export type FlowFault = keyof typeof FLOW_TEXTS;

/** Inserts the names in both languages. */
export function fillBoth(text: Text, params: Readonly<Record<string, Text | string | number>>): Text {
  const fill = (lang: keyof Text) =>
    pickText(text, lang).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      return typeof value === 'object' ? pickText(value, lang) : String(value);
    });
  return { zh: fill('zh'), en: fill('en') };
}
