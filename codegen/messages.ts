/** What is wrong with a definition, in both languages; {names} are filled in. */
export const MESSAGES = {
  noJson: { en: 'is no JSON: {reason}', zh: '不是有效的 JSON：{reason}' },
  fileName: {
    en: 'is named "{name}" inside: name the file {name}.json, or the definition "{file}"',
    zh: '内部名称为“{name}”：请将文件命名为 {name}.json，或将定义命名为“{file}”',
  },
  lacksChinese: { en: 'lacks the text in Chinese: write "zh": "…"', zh: '缺少中文文本：请填写 "zh": "…"' },
  lacksEnglish: { en: 'lacks the text in English: write "en": "…"', zh: '缺少英文文本：请填写 "en": "…"' },
  lacks: { en: 'lacks "{name}": write it', zh: '缺少“{name}”：请补充' },
  unknown: { en: 'is not known here: remove it, or correct its name', zh: '此处没有该项：请删除或更正名称' },
  unknownKnown: {
    en: 'is not known here: remove it, or correct its name (known: {known})',
    zh: '此处没有该项：请删除或更正名称（可用：{known}）',
  },
  oneOf: { en: 'must be one of {values}', zh: '必须是以下之一：{values}' },
  type: { en: 'must be of type {type}', zh: '类型必须是 {type}' },
  pattern: { en: 'must match {pattern}', zh: '必须符合 {pattern}' },
  propertyName: {
    en: '"{name}" is no name: write letters and digits, a letter first',
    zh: '“{name}”不能作为名称：请使用字母和数字，并以字母开头',
  },
  tooFew: { en: 'needs at least {limit}', zh: '至少需要 {limit} 个' },
  tooLong: { en: 'may have at most {limit}', zh: '最多 {limit} 个' },
  tooSmall: { en: 'must be {limit} or more', zh: '不能小于 {limit}' },
  tooLarge: { en: 'must be {limit} or less', zh: '不能大于 {limit}' },
  other: { en: '{reason}', zh: '不符合要求：{reason}' },
  taken: { en: '"{name}" is taken by {by}: write another', zh: '“{name}”已被 {by} 使用：请换一个' },
  noDictionary: {
    en: 'names no dictionary: write schemas/dictionaries/{name}.json or one of {known}',
    zh: '没有此字典：请编写 schemas/dictionaries/{name}.json，或使用 {known}',
  },
  noEntity: { en: 'names no entity: write one of {known}', zh: '没有此实体：请使用 {known}' },
  noPreset: { en: 'names no preset: write one of {known}', zh: '没有此预设：请使用 {known}' },
  noWidget: { en: 'names no widget: write one of {known}', zh: '没有此组件：请使用 {known}' },
  noFieldOf: { en: 'is no field of {entity}', zh: '不是 {entity} 的字段' },
  withUnknown: {
    en: 'names "{name}", which is no property beside it: write one of {known}',
    zh: '“{name}”不是同级的属性：请使用 {known}',
  },
  requiresUnknown: {
    en: 'requires "{name}", which is no property here: add it or remove the name',
    zh: '必填项“{name}”不是此处的属性：请添加该属性或删除名称',
  },
  defaultNoOption: {
    en: 'is none of the options: write one of their values',
    zh: '不在选项之中：请使用其中一个值',
  },
  listNoEntity: {
    en: 'is a list and lacks "entity": write whose records it lists',
    zh: '是列表但缺少“entity”：请填写要列出的实体',
  },
  redirectNoTo: {
    en: 'is a redirect and lacks "to": write the route that it leads to',
    zh: '是跳转但缺少“to”：请填写目标路由',
  },
  lacksPlace: { en: 'lacks the place of widget "{id}"', zh: '缺少组件“{id}”的位置' },
  unknownField: {
    en: '"{name}" is no field of {entity}: write one of {known}',
    zh: '“{name}”不是 {entity} 的字段：请使用 {known}',
  },
  unknownProperty: {
    en: '"{name}" is no property of the schema',
    zh: '“{name}”不是 schema 中的属性',
  },
  fieldName: {
    en: '"{name}" is no field name: write camelCase without two capitals in a row, for example ratedPower',
    zh: '“{name}”不能作为字段名：请使用小驼峰且不要连续大写，例如 ratedPower',
  },
  serverField: {
    en: '"{name}" is written by the server on every record: choose another name',
    zh: '“{name}”是每条记录由服务器写入的字段：请换一个名称',
  },
} as const;

export type MessageKey = keyof typeof MESSAGES;
