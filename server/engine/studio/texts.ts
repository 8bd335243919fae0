import type { StudioProblem } from './types.ts';

/** The error messages of the studio in addition to those of the codegen, in both languages. */
const TEXTS = {
  tooBig: {
    zh: '定义过大：最多 {limit} kB',
    en: 'is too large: a definition may have at most {limit} kB',
  },
  tooDeep: { zh: '嵌套过深：最多 {limit} 层', en: 'is nested too deep: at most {limit} levels' },
  renamed: {
    zh: '名称不能修改：请另建一个定义',
    en: 'is the name of the definition and cannot be changed: create a new definition instead',
  },
  nameTaken: { zh: '“{name}”已被使用：请换一个名称', en: '"{name}" is taken: choose another name' },
  linesStay: {
    zh: '已有明细“{name}”不能移除：记录仍在其中',
    en: 'removes the lines "{name}", which contain records and cannot be removed',
  },
  nameReserved: {
    zh: '“{name}”是权限或系统表使用的名称：请换一个',
    en: '"{name}" is used by permissions or tables of the platform: choose another name',
  },
  apiFixed: {
    zh: '内置实体的接口地址在 openapi/ 中定义，不能在此修改',
    en: 'is the address of the calls of a built-in entity: change it in the repository',
  },
  apiPrefix: { zh: '必须以 /manager/ 开头', en: 'must begin with /manager/' },
  apiTaken: {
    zh: '{place} 与已有接口 {by} 冲突：请换一个地址',
    en: '{place} is already used by {by}: choose another address',
  },
  pattern: {
    zh: '正则表达式无效：{reason}',
    en: 'is not a valid regular expression: {reason}',
  },
  patternText: {
    zh: '带格式（pattern）的文本最多 {limit} 个字符',
    en: 'exceeds the limit of a text with a pattern: at most {limit}',
  },
  schema: { zh: '不能作为校验规则：{reason}', en: 'cannot be used to validate: {reason}' },
  callFixed: {
    zh: '仓库中的接口不能在此修改：请在仓库中修改，或新建一个接口',
    en: 'is a call of the repository: change it there, or make a new call',
  },
  entryTwice: { zh: '值“{value}”重复', en: 'is the value "{value}" again: choose another one' },
  editableFixed: {
    zh: '是否可由租户编辑在创建后不能修改',
    en: 'is decided when the dictionary is made and stays as it is',
  },
  customPage: {
    zh: '手写页面需要代码文件：请在仓库中新增',
    en: 'is a hand-written page and needs a file of code: add it in the repository',
  },
  openPage: {
    zh: '是否免登录只能在仓库中修改',
    en: 'opens the page to everyone: change this in the repository',
  },
  routePrefix: { zh: '必须以 /main/ 开头', en: 'must begin with /main/' },
  drawnShape: { zh: '不完整：{reason}', en: 'is not complete: {reason}' },
  drawnUnknown: { zh: '没有记录类型“{name}”', en: 'there are no records of the kind “{name}”' },
  drawnNoEntity: { zh: '请选择记录类型', en: 'choose the kind of records' },
  drawnCallEntity: { zh: '外部调用没有关联的记录', en: 'a call from outside has no record' },
  drawnNoField: { zh: '没有可用的字段“{name}”', en: 'the field “{name}” is not available here' },
  drawnNoState: { zh: '该记录类型没有状态', en: 'these records have no states' },
  drawnNoChoice: { zh: '没有状态“{name}”', en: 'there is no state “{name}”' },
  drawnNoRule: {
    zh: '重复规则不正确',
    en: 'is not a recurrence rule (RFC 5545) such as FREQ=WEEKLY;BYDAY=MO',
  },
  drawnTwice: { zh: '名称“{name}”已被使用', en: 'the name “{name}” is taken' },
  drawnWord: {
    zh: '自动化只能处理记录本身及其引用',
    en: 'automations can change only the record and its references',
  },
} as const;

export type TextKey = keyof typeof TEXTS;

const fill = (text: string, params: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

export function studioProblem(
  pointer: string,
  key: TextKey,
  params: Readonly<Record<string, unknown>> = {},
): StudioProblem {
  const { zh, en } = TEXTS[key];
  return { file: null, pointer, zh: fill(zh, params), en: fill(en, params) };
}
