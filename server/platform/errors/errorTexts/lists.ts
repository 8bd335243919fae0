import type { ErrorTexts } from './entry.ts';

export const listsErrors = {
  // lists, bulk changes, views
  'http.badZone': {
    status: 400,
    code: 40025,
    zh: '时区无效，应为 Asia/Shanghai 之类的名称',
    en: 'The time zone is not valid. Use a name such as Asia/Shanghai.',
  },
  'entity.filterDeep': {
    status: 400,
    code: 40026,
    zh: '筛选条件最多嵌套 {limit} 层',
    en: 'Filter groups can be nested at most {limit} levels',
  },
  'entity.filterMany': {
    status: 400,
    code: 40027,
    zh: '筛选条件最多 {limit} 个',
    en: 'A filter may have at most {limit} conditions',
  },
  'entity.sortMany': {
    status: 400,
    code: 40028,
    zh: '最多按 {limit} 列排序',
    en: 'A list is sorted by at most {limit} fields',
  },
  'entity.badCursor': {
    status: 400,
    code: 40029,
    zh: '列表的排序已改变，请从头开始',
    en: 'The sort order of the list has changed. Start from the first page.',
  },
  'entity.tooMany': {
    status: 413,
    code: 41307,
    zh: '超过 {limit} 条记录，请缩小范围或分页查询',
    en: 'There are more than {limit} records. Narrow the filter or load page by page.',
  },
  'entity.noColumn': {
    status: 400,
    code: 40040,
    zh: '字段“{field}”不存在',
    en: 'The field "{field}" does not exist',
  },
  'bulk.countChanged': {
    status: 409,
    code: 40918,
    zh: '所选记录已变为 {count} 条，请核对后重试',
    en: 'The selection has changed to {count} records. Check and try again.',
  },
  'bulk.tooMany': {
    status: 400,
    code: 40041,
    zh: '一次最多处理 {limit} 条记录，已选 {count} 条',
    en: 'At most {limit} records can be changed at once; {count} are selected',
  },
  'bulk.forbidden': {
    status: 403,
    code: 40307,
    zh: '所选记录中有 {count} 条您无权处理',
    en: 'You have no permission for {count} of the selected records',
  },
  'bulk.twice': {
    status: 400,
    code: 40042,
    zh: '记录重复',
    en: 'The same record occurs twice',
  },
  'view.share': {
    status: 403,
    code: 40308,
    zh: '您没有权限共享视图',
    en: 'You are not allowed to share views',
  },
  'view.role': { status: 400, code: 40043, zh: '请选择角色', en: 'Choose a role' },
  'view.taken': {
    status: 409,
    code: 40919,
    zh: '已有同名视图',
    en: 'A view with this name already exists',
  },
  'view.stale': {
    status: 409,
    code: 40920,
    zh: '视图已被修改，请核对后重试',
    en: 'This view was changed in the meantime. Compare and try again.',
  },
  'view.tooLarge': {
    status: 413,
    code: 41303,
    zh: '内容不能超过 {limit} kB',
    en: 'The content can have at most {limit} kB',
  },
} as const satisfies ErrorTexts;
