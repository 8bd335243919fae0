/** Messages about errors in a flow. */

import type { Text } from '../../../generated/definition.ts';
import { pickText } from '../text/pickText.ts';

const error = (zh: string, en: string) => ({ level: 'error' as const, zh, en });
const warning = (zh: string, en: string) => ({ level: 'warning' as const, zh, en });

export const FLOW_TEXTS = {
  empty: error('流程为空：请添加审批步骤', 'The flow is empty: add a step'),
  tooMany: error('步骤过多：最多 {limit} 个', 'There are too many parts: {limit} at most'),
  tooDeep: error('“{step}”嵌套过深：最多 {limit} 层', '“{step}” is nested too deep: {limit} levels at most'),
  nameTwice: error(
    '“{step}”的编码重复：请删除后重新添加',
    '“{step}” is there twice: remove one and add it anew',
  ),
  noTitle: error('请填写名称（不超过 {limit} 个字）', 'Give it a name of at most {limit} letters'),
  nobodyChosen: error('“{step}”：请选择由谁审批', '{step}: choose who decides'),
  nobodyTold: error('“{step}”：请选择抄送给谁', '{step}: choose who gets a copy'),
  nobodyInstead: error(
    '“{step}”：请选择找不到审批人时由谁审批',
    '{step}: choose who decides if no approver is found',
  ),
  manyPeople: error('“{step}”：最多选择 {limit} 人', '{step}: {limit} people at most'),
  fieldGone: error('“{entity}”已没有字段“{name}”', '“{name}” is no field of {entity} any more'),
  fieldNoUser: error('字段“{name}”不是人员', '“{name}” does not hold a person'),
  fieldNotAsked: error('字段“{name}”不能在审批时填写', '“{name}” can’t be filled in by who decides'),
  fieldAskedTwice: error('字段“{name}”重复', '“{name}” is asked for twice'),
  noCondition: error('分支“{path}”没有条件：请设置', 'The path “{path}” has no condition: set one'),
  noOtherwise: error(
    '“{step}”缺少其他情况：最后一个分支不能有条件',
    '“{step}” has no path for all other cases: the last one takes no condition',
  ),
  unreachable: error(
    '分支“{path}”永远不会执行：“{other}”已包含全部情况',
    'The path “{path}” can’t be reached: “{other}” takes all of it',
  ),
  emptyPath: error('并行分支“{path}”没有步骤', 'The path “{path}” has no step'),
  joinsAtOnce: error(
    '并行分支“{path}”可能无人审批，流程会立即汇合',
    'On the path “{path}” there may be no decision, and the others would never be waited for',
  ),
  hours: error('时限须为 {from} 小时至 {to} 天', 'The time limit is from {from} hour to {to} days'),
  overlaps: warning(
    '“{other}”与“{path}”的条件有重叠：以排在前面的为准',
    '“{other}” and “{path}” take some of the same: the first one wins',
  ),
  agreesItself: warning(
    '“{step}”超过 {hours} 小时会自动同意',
    '{step}: agrees by itself after {hours} hours',
  ),
  rejectsItself: warning(
    '“{step}”超过 {hours} 小时会自动拒绝',
    '{step}: rejects by itself after {hours} hours',
  ),
  undecided: warning(
    '部分情况下无人审批，提交后直接通过',
    'In some cases there is no decision: it is agreed at once',
  ),
  roleEmpty: warning('“{step}”：角色“{name}”目前没有人员', '{step}: no user has the role “{name}” today'),
  roleGone: error('“{step}”：角色“{name}”已不存在', '{step}: there is no role “{name}” any more'),
  personGone: warning('“{step}”：{name} 已停用', '{step}: {name} can no longer sign in'),
  personUnknown: error('“{step}”：所选人员已不存在', '{step}: a person who was chosen is no longer there'),
  headMissing: warning('“{step}”：部门“{name}”没有负责人', '{step}: the department “{name}” has no manager'),
  headGone: error('“{step}”：所选部门已不存在', '{step}: a department that was chosen is no longer there'),
  levelFew: warning(
    '“{step}”：{count} / {total} 人有第 {level} 级主管，其余由最高一级审批',
    '{step}: level {level} exists for {count} of {total} people; for the others the topmost decides',
  ),
  nobodyAtAll: error('“{step}”：目前无人可以审批', '{step}: no user could decide here today'),
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
