import type { ErrorTexts } from './entry.ts';

export const recordsErrors = {
  // records: recycle bin, history, comments, attachments
  'record.fieldLocked': {
    status: 403,
    code: 40305,
    zh: '没有修改“{field}”的权限',
    en: 'You have no permission to change {field}',
  },
  'record.restoreTaken': {
    status: 409,
    code: 40912,
    zh: '无法恢复：{field}“{value}”已被其他记录使用，请先修改该记录',
    en: 'It cannot be restored: another record now uses {field} “{value}”. Change that record first.',
  },
  'record.restoreMissing': {
    status: 409,
    code: 40913,
    zh: '无法恢复：{field}“{value}”已不存在，请先恢复该记录',
    en: 'It cannot be restored: {field} “{value}” no longer exists. Restore that record first.',
  },
  'record.restoreInvalid': {
    status: 409,
    code: 40914,
    zh: '无法恢复：{field}不再符合现在的定义',
    en: 'It cannot be restored: {field} no longer matches its definition',
  },
  'record.restoreMisfit': {
    status: 409,
    code: 40951,
    zh: '无法恢复：{entity}的{field}不再有效（{reason}）',
    en: 'It can’t be restored: {field} of the {entity} is no longer valid ({reason})',
  },
  'record.entryGone': {
    status: 404,
    code: 40402,
    zh: '修改记录不存在',
    en: 'The history entry does not exist',
  },
  'record.nothingToRevert': {
    status: 409,
    code: 40915,
    zh: '没有可恢复的内容：字段已是原值，或不能修改',
    en: 'Nothing to revert: these fields already have their old values or cannot be changed',
  },
  'record.commentOfOther': {
    status: 403,
    code: 40306,
    zh: '只能修改自己的评论',
    en: 'You can only change your own comments',
  },
  'record.unknownPerson': {
    status: 400,
    code: 40015,
    zh: '提到的用户不存在',
    en: 'A mentioned user does not exist',
  },
  'record.emptyComment': {
    status: 400,
    code: 40016,
    zh: '请输入评论内容',
    en: 'Enter a comment',
  },
  'record.tooManyFiles': {
    status: 409,
    code: 40916,
    zh: '一条记录最多 {limit} 个附件',
    en: 'A record may have at most {limit} attachments',
  },
} as const satisfies ErrorTexts;
