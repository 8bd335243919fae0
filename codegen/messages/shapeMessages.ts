/** Messages about mistakes that a meta schema finds in names, values and types, in both languages. */
export const SHAPE_MESSAGES = {
  lacks: { en: 'is missing "{name}": add it', zh: '缺少“{name}”：请补充' },
  lacksOneOf: { en: 'is missing {known}: add it', zh: '缺少以下之一：{known}：请补充' },
  unknownMissing: {
    en: 'is not known here, where a name is missing: use {known}',
    zh: '此处不支持该项，应为 {known}：请改名',
  },
  unknown: { en: 'is not known here: remove it, or correct its name', zh: '此处没有该项：请删除或更正名称' },
  unknownKnown: {
    en: 'is not known here: remove it, or use {known}',
    zh: '此处没有该项：请删除或改为 {known}',
  },
  oneOf: { en: 'cannot be {word}: use {known}', zh: '不能是 {word}：请使用 {known}' },
  type: { en: 'is {value}: use {types}', zh: '不能是 {value}：请使用{types}' },
  pattern: { en: 'is {value}: use a text that matches {pattern}', zh: '不能是 {value}：必须符合 {pattern}' },
} as const;
