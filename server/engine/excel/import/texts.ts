/** Says what can be wrong with a table or its rows, in the languages of the product. */
import type { Text } from '../../../../generated/definition.ts';

export const TEXTS = {
  twiceColumn: { zh: '该列出现了两次', en: 'This column is there twice' },
  unknownColumn: { zh: '未知列', en: 'This column is not known' },
  missingColumn: { zh: '缺少该列', en: 'This column is missing' },
  noColumn: { zh: '没有可导入的列', en: 'There is no column that can be imported' },
  noKey: { zh: '缺少用于查找记录的列：{columns}', en: 'No column tells which record is meant: {columns}' },
  mayNotCreate: { zh: '您没有新建的权限', en: 'You may not create records' },
  mayNotUpdate: { zh: '您没有修改的权限', en: 'You may not change records' },
  twice: { zh: '与第 {row} 行重复', en: 'The same as in row {row}' },
  taken: { zh: '已存在', en: 'Already there' },
  missing: { zh: '没有这条记录', en: 'There is no such record' },
  noKeyValue: { zh: '未填写用于查找记录的内容', en: 'Nothing tells which record is meant' },
  unknown: { zh: '不存在', en: 'Does not exist' },
  severalRefs: { zh: '有多条同名记录，请填写编号', en: 'Several records are called so: write the number' },
  left: { zh: '已取消，未导入', en: 'Not imported: it was cancelled' },
  waiting: {
    zh: '未导入：仍在等待它所引用的记录',
    en: 'Not imported: it still waited for the record that it names',
  },
  notYours: { zh: '您无权修改这条记录', en: 'You may not change this record' },
} satisfies Record<string, Text>;
