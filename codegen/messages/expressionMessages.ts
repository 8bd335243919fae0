/** Messages about mistakes in expressions and conditions, in both languages. */
export const EXPRESSION_MESSAGES = {
  operands: {
    en: '"{operator}" takes {count} operands',
    zh: '“{operator}”需要 {count} 个运算对象',
  },
  operandList: {
    en: '"{operator}" needs a list, and this is not one: use a field with a list',
    zh: '“{operator}”需要列表，而此处不是：请使用列表字段',
  },
  operandFigure: {
    en: '"{operator}" needs a figure, and this is not one: use a number, an amount or a field with one',
    zh: '“{operator}”需要数字，而此处不是：请使用数字、金额或相应字段',
  },
  comparedKinds: {
    en: 'compares values of different kinds, such as a date with an amount: compare values of one kind',
    zh: '比较了不同类型的值（如日期与金额）：请比较同类的值',
  },
  operandDate: {
    en: '"{operator}" needs a {format}, and this is not one: use a field with "format": "{format}"',
    zh: '“{operator}”需要 {format}，而此处不是：请使用 "format": "{format}" 的字段',
  },
  variable: {
    en: '"{name}" is not a field that this expression can read: use {known}',
    zh: '“{name}”不是此表达式可用的字段：请使用 {known}',
  },
  divisionRounding: {
    en: 'divides an amount without rounding: use round(…, 2)',
    zh: '金额相除但未说明如何舍入：请写成 round(…, 2)',
  },
  ruleNoYesNo: {
    en: 'does not result in yes or no: use a comparison, for example from <= to',
    zh: '结果不是“是”或“否”：请写成比较，例如 from <= to',
  },
  computedAmount: {
    en: 'is computed from amounts: set "type": "string", "format": "money"',
    zh: '由金额计算得出：请填写 "type": "string", "format": "money"',
  },
  computedPermission: {
    en: 'would show what the permission of "{name}" hides: set "x-permission" beside it',
    zh: '会泄露“{name}”受权限保护的内容：请在同级填写 "x-permission"',
  },
  conditionField: {
    en: '"{name}" is not a field that this condition can read: use {known}',
    zh: '“{name}”不是此条件可用的字段：请使用 {known}',
  },
  conditionAlone: {
    en: '"{name}" is not a yes or no: compare it with a value',
    zh: '“{name}”不是“是”或“否”：请与一个值比较',
  },
  conditionValue: {
    en: '{value} is not a value of this field: use {known}',
    zh: '{value} 不是此字段的值：请使用 {known}',
  },
  noOption: {
    en: '{value} is not a value of this field: use {known}',
    zh: '{value} 不是此字段的值：请使用 {known}',
  },
  noFormat: {
    en: 'is not of the format {format}: correct it',
    zh: '不符合 {format} 格式：请更正',
  },
} as const;
