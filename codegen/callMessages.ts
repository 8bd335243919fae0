/** Mistakes in the lines of calls and in what transitions do, in both languages; {names} are filled in. */
export const CALL_MESSAGES = {
  noTable: {
    en: 'is no table of the form or of the record: write {known}',
    zh: '不是表单或记录中的表格：请使用 {known}',
  },
  moveCircle: {
    en: 'moves records of {entity}, which move these in turn: remove one of the effects',
    zh: '会流转 {entity} 的记录，而它又会流转这些记录：请删除其中一个效果',
  },
  moveAsks: {
    en: '"{name}" asks a person something: an effect cannot make it',
    zh: '“{name}”需要填写内容，不能自动流转',
  },
  noLines: { en: 'names no lines of the entity: write {known}', zh: '该实体没有此明细：请使用 {known}' },
  noSequence: {
    en: 'has no sequence whose numbers are entered ("given"): write {known}',
    zh: '没有允许填写的编号规则（"given"）：请使用 {known}',
  },
  noApproval: {
    en: 'is about an entity without an approval: add "approval" to it',
    zh: '该实体没有审批：请添加 "approval"',
  },
} as const;
