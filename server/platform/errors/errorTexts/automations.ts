import type { ErrorTexts } from './entry.ts';

export const automationErrors = {
  // automations
  'automation.invalid': {
    status: 400,
    code: 400380,
    zh: '自动化内容不正确：{reason}',
    en: 'This is not a valid automation: {reason}',
  },
  'automation.readOnly': {
    status: 400,
    code: 400381,
    zh: '字段“{field}”只能由系统填写',
    en: 'Only the server writes the field “{field}”',
  },
  'automation.problems': {
    status: 409,
    code: 409170,
    zh: '无法启用：{reason}',
    en: 'It cannot be turned on: {reason}',
  },
  'automation.isOn': {
    status: 409,
    code: 409171,
    zh: '自动化已启用，请先停用再修改',
    en: 'This automation is on. Turn it off before you change it.',
  },
  'automation.noCall': {
    status: 409,
    code: 409172,
    zh: '该自动化未启用外部调用',
    en: 'This automation cannot be started by a call from outside',
  },
  'automation.off': {
    status: 409,
    code: 409173,
    zh: '自动化未启用',
    en: 'This automation is off',
  },
  'automation.tooLong': {
    status: 409,
    code: 409174,
    zh: '运行超过 {seconds} 秒，已取消',
    en: 'The run took longer than {seconds} seconds and was canceled',
  },
  'automation.manyRecords': {
    status: 409,
    code: 409175,
    zh: '符合条件的记录超过 {count} 条',
    en: 'More than {count} records match the condition',
  },
  'automation.noRight': {
    status: 403,
    code: 40393,
    zh: '{name}没有权限：{what}',
    en: '{name} has no permission: {what}',
  },
  'automation.recordHidden': {
    status: 403,
    code: 40394,
    zh: '{name}不能查看该记录',
    en: '{name} may not see the record',
  },
  'automation.fieldHidden': {
    status: 403,
    code: 40395,
    zh: '{name}不能查看字段“{field}”',
    en: '{name} may not see the field “{field}”',
  },
  'automation.unknown': {
    status: 404,
    code: 40496,
    zh: '调用地址无效',
    en: 'This address is not valid',
  },
  'automation.tooMany': {
    status: 429,
    code: 42960,
    zh: '调用过于频繁，请在 {seconds} 秒后重试',
    en: 'Too many calls. Try again in {seconds} seconds.',
  },
} as const satisfies ErrorTexts;
