import type { ErrorTexts } from './entry.ts';

export const alarmErrors = {
  'alarmGenerater.deviceNotOfStation': {
    status: 400,
    code: 40070,
    zh: '该设备不属于所选站点',
    en: 'This device does not belong to the selected station',
  },
  'alarmGenerater.hoursIncomplete': {
    status: 400,
    code: 40071,
    zh: '请同时填写开始和结束时间，或都不填',
    en: 'Give both times, or neither',
  },
  'alarmGenerater.neverHeard': {
    status: 400,
    code: 40077,
    zh: '计算变量自身不上报数据，请选择其所用的变量',
    en: 'A calculated variable receives no data. Choose one of its source variables.',
  },
  'alarmGenerater.rangeEmpty': {
    status: 400,
    code: 40072,
    zh: '上限须大于下限',
    en: 'The upper limit must be above the lower one',
  },
  'notification.noRecipient': {
    status: 400,
    code: 40076,
    zh: '没有收件人：渠道没有固定收件人，您的账号也没有邮箱',
    en: 'No recipient: the channel has no fixed recipient, and your account has no e-mail address',
  },
  'notification.notFound': {
    status: 404,
    code: 40457,
    zh: '通知渠道或记录不存在',
    en: 'The channel or notification does not exist',
  },
  'notification.notFailed': {
    status: 409,
    code: 40957,
    zh: '只有发送失败的通知可以重发',
    en: 'Only failed notifications can be sent again',
  },
} as const satisfies ErrorTexts;
