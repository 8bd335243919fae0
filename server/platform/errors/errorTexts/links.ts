import type { ErrorTexts } from './entry.ts';

export const linkErrors = {
  // links that open a record without signing in
  'link.gone': {
    status: 404,
    code: 40491,
    zh: '链接已失效，请向发送者索取新链接',
    en: 'This link is no longer valid. Ask the sender for a new one.',
  },
  'link.state': {
    status: 409,
    code: 40994,
    zh: '只有以下状态可以生成链接：{states}',
    en: 'A link can be created only in these states: {states}',
  },
  'link.noEnd': { status: 409, code: 40995, zh: '请先填写{field}', en: 'Fill in first: {field}' },
  'link.past': {
    status: 409,
    code: 40996,
    zh: '{field}已过，不能生成链接',
    en: '{field} is in the past. No link can be created.',
  },
  'calendarFeed.tooMany': {
    status: 409,
    code: 40977,
    zh: '您已有 {limit} 个日历订阅，请先删除不用的订阅',
    en: 'You already have {limit} subscriptions. Remove an unused one.',
  },
} as const satisfies ErrorTexts;
