/**
 * Messages about mistakes in the actions of calls and in the effects of transitions, in both languages. {names} are
 * filled in.
 */
export const CALL_MESSAGES = {
  noOwner: {
    en: 'needs an owner: set "owner" to a field that refers to a user: {known}',
    zh: '需要负责人：请在 "owner" 中填写引用用户的字段：{known}',
  },
  noChild: {
    en: 'is not an entity whose records belong to {entity} ("of"): use {known}',
    zh: '不是从属于 {entity} 的实体（"of"）：请使用 {known}',
  },
  manyOptional: {
    en: 'has optional ids beside it: set "many" with "optional": true',
    zh: '需要可省略的编号列表：请在 "many" 中填写 "optional": true',
  },
  noOwnerHanded: {
    en: 'hands over records of an entity without "handover": add it there',
    zh: '该实体没有 "handover"：请添加',
  },
  noShare: {
    en: 'shares records of an entity without "share": add it there',
    zh: '该实体没有 "share"：请添加',
  },
  noMark: {
    en: 'is not a mark of the entity: use {known}',
    zh: '不是该实体的标记：请使用 {known}',
  },
  noTable: {
    en: 'is not a table of the form or of the record: use {known}',
    zh: '不是表单或记录中的表格：请使用 {known}',
  },
  moveCircle: {
    en: 'moves records of {entity}, which move these in turn: remove one of the effects',
    zh: '会流转 {entity} 的记录，而它又会流转这些记录：请删除其中一个效果',
  },
  moveAsks: {
    en: '"{name}" has a form for a person: an effect cannot make this move',
    zh: '“{name}”需要填写内容，不能自动流转',
  },
  moveLacks: {
    en: '"{name}" asks for {fields}: write it into "form" of the effect, or choose another move',
    zh: '“{name}”需要填写 {fields}：请写入效果的 "form"，或选择其他流转',
  },
  referringOnly: {
    en: 'is for records that refer to this one: write "of" as entity.field, or remove it',
    zh: '只用于引用本记录的记录：请将 "of" 写成“实体.字段”，或删除',
  },
  referringEach: {
    en: 'goes through rows of this record, and "of" names records that refer to it: remove one of them',
    zh: '用于本记录的行，而 "of" 指引用本记录的记录：请删除其中一个',
  },
  noLines: {
    en: 'is not the name of lines of the entity: use {known}',
    zh: '该实体没有此明细：请使用 {known}',
  },
  noSequence: {
    en: 'has no sequence with entered numbers ("given"): use {known}',
    zh: '没有允许填写的编号规则（"given"）：请使用 {known}',
  },
  noReferenceOf: {
    en: 'has a dot after a field of {entity} that does not refer to a record: use {known} before the dot',
    zh: '点号前的字段不是 {entity} 的引用：请在点号前使用 {known}',
  },
  noComparison: {
    en: 'compares a field of the type {type}: it is for {kinds}',
    zh: '不能比较类型为 {type} 的字段：适用于 {kinds}',
  },
  dayOfMoment: {
    en: 'compares a day with a moment: use { "today": 0 }',
    zh: '日期不能与时刻比较：请使用 { "today": 0 }',
  },
  sideTwice: {
    en: 'limits the same side as another word beside it: remove one of them',
    zh: '与同级的另一条件重复限定上限或下限：请删除其一',
  },
  comparesNothing: {
    en: 'has no comparison: use null instead, for records without a value',
    zh: '缺少比较条件：若要查找空值，请改写为 null',
  },
  emptyAnyway: {
    en: 'is not needed with "not", which finds records without a value anyway: remove it',
    zh: '"not" 已包含空值：请删除',
  },
  topOfPage: {
    en: 'is for a list without pages: set "as": "array"',
    zh: '只用于不分页的列表：请填写 "as": "array"',
  },
  noDocumentOf: {
    en: 'is not a document of {entity}: use {known}',
    zh: '{entity} 没有此文档：请使用 {known}',
  },
  figureReduced: {
    en: 'is a remainder ("less") or a running sum ("running"), which is not the sum of these records: use another figure',
    zh: '该指标为余额（"less"）或累计值（"running"），并非各记录的合计：请改用其他指标',
  },
  eachOfMany: {
    en: 'needs "many" beside it: name the ids there',
    zh: '缺少 "many"：请在其中指明编号',
  },
  againOfMany: {
    en: 'is about a single record: leave out "many"',
    zh: '仅用于单条记录：请去掉 "many"',
  },
  leftOutAll: {
    en: 'is optional as a whole, and would then change every record: require at least one condition',
    zh: '可以全部省略，那样会更改所有记录：请至少保留一个必填条件',
  },
  noApproval: {
    en: 'is about an entity without an approval: add "approval" to it',
    zh: '该实体没有审批：请添加 "approval"',
  },
} as const;
