/** The error texts of a table and its rows, in both languages. */
import type { Text } from '../../../../generated/definition.ts';

export const TEXTS = {
  twiceColumn: { zh: '该列重复', en: 'This column is repeated' },
  unknownColumn: { zh: '未知列', en: 'This column is not known' },
  missingColumn: { zh: '缺少该列', en: 'This column is missing' },
  noColumn: { zh: '没有可导入的列', en: 'No column can be imported' },
  noKey: { zh: '缺少用于查找记录的列：{columns}', en: 'Missing columns to identify records: {columns}' },
  mayNotCreate: { zh: '您没有新建权限', en: 'You have no permission to create records' },
  mayNotUpdate: { zh: '您没有修改权限', en: 'You have no permission to change records' },
  twice: { zh: '与第 {row} 行重复', en: 'Duplicate of row {row}' },
  taken: { zh: '已存在', en: 'Already exists' },
  missing: { zh: '记录不存在', en: 'Record not found' },
  noKeyValue: { zh: '未填写用于查找记录的内容', en: 'The value that identifies the record is missing' },
  unknown: { zh: '不存在', en: 'Does not exist' },
  severalRefs: { zh: '有多条同名记录，请填写编号', en: 'Several records have this name. Enter the number.' },
  left: { zh: '已取消，未导入', en: 'Not imported: it was cancelled' },
  waiting: {
    zh: '未导入：所引用的记录未导入',
    en: 'Not imported: the record it refers to was not imported',
  },
  notYours: { zh: '您无权修改这条记录', en: 'You have no permission to change this record' },
} satisfies Record<string, Text>;
