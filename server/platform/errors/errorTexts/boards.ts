import type { ErrorTexts } from './entry.ts';

export const boardsErrors = {
  'record.audience': {
    status: 403,
    code: 40370,
    zh: '您无权更改这条记录的可见范围',
    en: 'You have no permission to change who can see this record',
  },
  'board.notFound': { status: 404, code: 40470, zh: '看板不存在', en: 'The board does not exist' },
  'board.readOnly': {
    status: 403,
    code: 40371,
    zh: '这是他人的看板，只能查看；可另存为自己的看板',
    en: 'This board belongs to another user. Save a copy to change it.',
  },
  'board.linkGone': {
    status: 404,
    code: 40471,
    zh: '链接无效或已过期',
    en: 'This link is no longer valid',
  },
  'board.notShown': {
    status: 403,
    code: 40372,
    zh: '链接不包含该数据',
    en: 'The link does not include this data',
  },
  'board.tooManyLinks': {
    status: 409,
    code: 40970,
    zh: '一个站点最多有 {limit} 个有效链接，请先撤销不用的链接',
    en: 'A station can have at most {limit} links. Revoke an unused one first.',
  },
} as const satisfies ErrorTexts;
