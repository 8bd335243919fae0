import type { ErrorTexts } from './entry.ts';

export const entitiesErrors = {
  // entities
  'entity.stale': {
    status: 409,
    code: 40930,
    zh: '记录已被他人修改，请核对后重试',
    en: 'Another user changed this record. Compare and try again.',
  },
  'entity.taken': { status: 409, code: 40931, zh: '{field}已存在', en: '{field} is already taken' },
  'entity.circle': { status: 409, code: 409108, zh: '{text}', en: '{text}' },
  'entity.takenWhere': { status: 409, code: 409104, zh: '{text}', en: '{text}' },
  'entity.inUse': {
    status: 409,
    code: 40932,
    zh: '该{title}正被{user}使用，不能删除',
    en: "This {title} is in use ({user}) and can't be deleted",
  },
  'entity.neverDeleted': {
    status: 409,
    code: 409100,
    zh: '不能删除：{reason}',
    en: 'This cannot be deleted: {reason}',
  },
  'entity.badReference': { status: 400, code: 40030, zh: '{field}不存在', en: '{field} does not exist' },
  'entity.unfitReference': {
    status: 400,
    code: 400107,
    zh: '所选记录与其他字段不符',
    en: 'One selection does not match the other fields',
  },
  'entity.badValue': {
    status: 400,
    code: 40031,
    zh: '{field}的值无效',
    en: '{field} has a value that is not allowed',
  },
  'entity.outOfRange': { status: 400, code: 40032, zh: '数值超出范围', en: 'A number is out of range' },
  'entity.badData': {
    status: 400,
    code: 40075,
    zh: '有一个值无法保存',
    en: 'One of the values cannot be stored',
  },
  'entity.filterSyntax': {
    status: 400,
    code: 40033,
    zh: '筛选条件格式有误',
    en: 'The filter is not well formed',
  },
  'entity.filterField': {
    status: 400,
    code: 40034,
    zh: '不能按“{field}”筛选',
    en: 'There is no field "{field}" to filter by',
  },
  'entity.fieldHidden': {
    status: 403,
    code: 40316,
    zh: '您无权查看“{field}”，不能按它筛选、排序或查询',
    en: 'You have no permission to see “{field}”, so it cannot be queried',
  },
  'entity.fieldSealed': {
    status: 400,
    code: 400106,
    zh: '“{field}”加密保存，不能按其值筛选或排序',
    en: '"{field}" is encrypted, so it cannot be filtered or sorted',
  },
  'entity.filterOp': {
    status: 400,
    code: 40035,
    zh: '“{field}”不支持“{op}”',
    en: '"{op}" is not possible on "{field}"',
  },
  'entity.filterValue': {
    status: 400,
    code: 40036,
    zh: '“{field}”的筛选值无效',
    en: 'The filter value of "{field}" is not valid',
  },
  'entity.sortField': {
    status: 400,
    code: 40037,
    zh: '不能按“{field}”排序',
    en: 'There is no field "{field}" to sort by',
  },
  'entity.variableNotOfStation': {
    status: 400,
    code: 40038,
    zh: '该变量不属于所选站点',
    en: 'This variable does not belong to the selected station',
  },
  'entity.notComputed': {
    status: 422,
    code: 42201,
    zh: '未保存：{problem}',
    en: 'Not saved: {problem}',
  },
  'entity.overlaps': { status: 409, code: 409141, zh: '{text}', en: '{text}' },
  'entity.ruleAcross': { status: 422, code: 42293, zh: '{text}', en: '{text}' },
  'entity.ruleAbove': {
    status: 422,
    code: 42290,
    zh: '{title}不允许：{problem}',
    en: 'The {title} does not allow it: {problem}',
  },
  'entity.fixed': {
    status: 400,
    code: 40039,
    zh: '{field}保存后不能修改',
    en: "{field} can't be changed once saved",
  },
} as const satisfies ErrorTexts;
