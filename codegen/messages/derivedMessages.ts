/** Messages about mistakes in roll-ups, numbers and values that are copied from other records, in both languages. */
export const DERIVED_MESSAGES = {
  versionsStates: {
    en: 'needs "states", which the versions move through: add it',
    zh: '需要 "states"（版本的状态流转）：请添加',
  },
  versionsField: {
    en: 'has the name of a field that "versions" adds: choose another name',
    zh: '与 "versions" 添加的字段同名：请使用其他名称',
  },
  versionsLines: {
    en: 'is for records of their own: lines follow the version of their record. Remove it',
    zh: '只能用于独立记录（明细随其记录的版本）：请删除',
  },
  versionsSealed: {
    en: 'cannot go along into the next version: remove it, or "versions"',
    zh: '无法带入下一版本：请删除，或删除 "versions"',
  },
  versionsApart: {
    en: 'names one state twice: choose three states',
    zh: '状态重复：请填写三个不同的状态',
  },
  versionsInitial: {
    en: 'is not the state in which records begin: use "{name}"',
    zh: '不是记录的初始状态：请使用“{name}”',
  },
  versionsNever: {
    en: 'is a state into which no transition leads: add one',
    zh: '没有进入此状态的流转：请添加',
  },
  versionsReplaced: {
    en: 'leads into or out of "{name}", which the next version alone does: remove the state',
    zh: '进入或离开“{name}”，而该状态只由下一版本写入：请删除',
  },
  versionsBack: {
    en: 'would open a released version again: remove this move. Users create the next version instead.',
    zh: '会重新打开已发布的版本：请删除，改为新建版本',
  },
  sharedKeyAlone: {
    en: 'is a key of this entity only: use "unique", or name "{key}" in another entity too',
    zh: '只有本实体使用该键：请改用“unique”，或在另一实体中也写“{key}”',
  },
  sharedKeyTwice: {
    en: 'is named twice by this entity: remove one',
    zh: '本实体重复使用该键：请删除其一',
  },
  sharedKeyKinds: {
    en: 'are of other kinds than the fields of {other}, so that their values are never equal: name fields of the same kinds in the same order',
    zh: '与 {other} 的字段类型不同，值不可能相同：请按相同顺序填写同类字段',
  },
  versionsUnique: {
    en: 'also forbids the next version: use "uniqueWhere" with "where": { "current": true }',
    zh: '会阻止新建版本：请使用 "uniqueWhere" 和 "where": { "current": true }',
  },
  keptWithin: {
    en: 'is only possible in fields of a record: move it out of the object or list',
    zh: '只能用于记录自身的字段：请移出对象或列表',
  },
  keptSingle: {
    en: 'is for a "boolean" that users set: remove it, or change the field to one',
    zh: '只能用于由人设置的“boolean”字段：请删除，或更改字段',
  },
  keyTwice: {
    en: 'are a key already: remove it, or name all values in one "where"',
    zh: '已是唯一键：请删除，或将取值合并到同一个“where”',
  },
  warnUnasked: {
    en: 'is shown by the form through "x-checkUnique": true: set that on one of the fields',
    zh: '由表单提示，需要 "x-checkUnique": true：请在其中一个字段填写',
  },
  acrossHidden: {
    en: 'would show what the permission of {entity}.{name} hides: choose another field',
    zh: '会泄露 {entity}.{name} 受权限保护的内容：请使用其他字段',
  },
  acrossKinds: {
    en: 'is compared with "{name}", which is of another type: choose another field',
    zh: '与“{name}”类型不同，无法比较：请使用其他字段',
  },
  acrossIndex: {
    en: 'is looked for with every write: write {fields} into "indexes" of {entity}',
    zh: '每次写入都会查找：请在 {entity} 的“indexes”中填写 {fields}',
  },
  apartKinds: {
    en: 'is of another type than "{name}": choose two days, or two moments',
    zh: '与“{name}”类型不同：请使用两个日期或两个时间',
  },
  oneWayApart: {
    en: 'leads to records of another kind: use a reference to "{entity}"',
    zh: '指向另一种记录：请填写引用“{entity}”的字段',
  },
  assemblyParent: {
    en: 'needs a tree of records: set "parent" of the entity, a reference by "id"',
    zh: '需要有上下级关系的记录：请为实体填写“parent”，且按“id”引用',
  },
  assemblyNegative: {
    en: 'allows less than nothing: set "minimum" of {name} to 0 or more',
    zh: '可以为负数：请将 {name} 的“minimum”设为 0 或以上',
  },
  keptReadonly: {
    en: 'is written only by the server: set "readOnly": true beside it',
    zh: '只由服务器写入：请在同级填写 "readOnly": true',
  },
  rollupNoRef: {
    en: 'does not refer to {entity}: use a field of {child} with "x-ref": "{entity}"',
    zh: '没有引用 {entity}：请使用 {child} 中带有 "x-ref": "{entity}" 的字段',
  },
  rollupMark: {
    en: 'is not a mark of {entity} with "count": use {known}',
    zh: '不是 {entity} 中带有 "count" 的标记：请使用 {known}',
  },
  rollupMarkCount: {
    en: 'counts the people who set the mark: set "do": "count" and nothing else beside "of"',
    zh: '统计设置该标记的人数：除“of”外只需填写 "do": "count"',
  },
  rollupNoField: {
    en: 'is missing "field": add the field of {child} whose values are used',
    zh: '缺少“field”：请填写取 {child} 的哪个字段',
  },
  rollupCount: { en: 'counts records: remove it', zh: '只统计记录数：请删除' },
  rollupBy: { en: 'is for "do": "last" only: remove it', zh: '仅用于 "do": "last"：请删除' },
  rollupKind: {
    en: 'cannot be used with "{do}": choose another field',
    zh: '不能用于“{do}”：请换一个字段',
  },
  rollupPermission: {
    en: 'would show what the permission of {child}.{name} hides: set "x-permission" beside it',
    zh: '会泄露 {child}.{name} 受权限保护的内容：请在同级填写 "x-permission"',
  },
  rollupCircle: {
    en: 'leads back to {entity}: what is rolled up may not depend on the result',
    zh: '又回到了 {entity}：被汇总的内容不能依赖汇总结果',
  },
  fillNoRef: {
    en: 'has no record to fill from: add "x-ref" beside it',
    zh: '没有可取值的记录：请在同级填写 "x-ref"',
  },
  periodNoKind: {
    en: 'is not an entry of the dictionary periodKind: use {known}, or add it there',
    zh: '不是字典 periodKind 的条目：请使用 {known}，或在其中添加',
  },
  keptOpen: {
    en: 'is computed, so it follows other records anyway: remove it',
    zh: '是计算字段，会随其他记录变化：请删除',
  },
  bookMoves: {
    en: 'would change entries of a book: remove it, or add an effect that creates an entry',
    zh: '会更改账簿记录：请删除，或改为新建记录的效果',
  },
  bookApi: {
    en: 'changes entries of a book: remove "{action}"',
    zh: '会更改账簿记录：请删除 "{action}"',
  },
  bookCounter: {
    en: 'is not a reference to an entry of {entity}: set "x-ref": "{entity}"',
    zh: '不是 {entity} 的引用：请填写 "x-ref": "{entity}"',
  },
  bookOnce: {
    en: 'could be reversed twice: add ["{name}"] to "unique" of the entity',
    zh: '可能重复冲销：请在实体的 "unique" 中填写 ["{name}"]',
  },
  fillLacks: {
    en: 'lines need "{name}", which {lines} of {entity} do not have: give it a default, or add it there',
    zh: '明细需要“{name}”，而 {entity} 的 {lines} 没有该字段：请填写默认值，或在其中添加',
  },
  fillOwn: {
    en: '"{name}" is not a field that users enter here: use {known}',
    zh: '“{name}”不是此处可填写的字段：请使用 {known}',
  },
  fromNoRef: {
    en: '"{name}" is not a reference beside it: use {known}',
    zh: '“{name}”不是同级的引用字段：请使用 {known}',
  },
  fromNoKeep: {
    en: 'is not stored: set "x-snapshot": true beside it',
    zh: '尚未存储：请在同级填写 "x-snapshot": true',
  },
  keepNothing: {
    en: 'copies nothing: add "x-copyFrom" beside it',
    zh: '没有可保留的值：请在同级填写“x-copyFrom”',
  },
  sequenceText: {
    en: 'needs a plain text: set "type": "string" without format or choices',
    zh: '编号必须是普通文本：请填写 "type": "string"，不要格式或选项',
  },
  sequenceGiven: {
    en: 'may be entered: remove {name}, or "given"',
    zh: '可以手工填写：请删除 {name}，或删除“given”',
  },
  sequencePeriod: {
    en: 'restarts each {period} without showing it: add {known} to the pattern',
    zh: '按 {period} 重新编号却没有体现：请在 pattern 中加入 {known}',
  },
  sequenceUnique: {
    en: 'could repeat: add ["{name}"] to "unique" of the entity, with the fields of "by" that the pattern does not show',
    zh: '可能重复：请在实体的“unique”中填写 ["{name}"]，以及 pattern 未体现的“by”字段',
  },
  sealedField: {
    en: 'is encrypted, so it must be a text of the server with a permission: set "type": "string", "readOnly": true and "x-permission", without format, options, reference and default',
    zh: '是加密保存的字段，必须是仅由服务器生成且不对所有人可见的文本：请填写 "type": "string"、"readOnly": true 和“x-permission”，不要设置格式、选项、引用或默认值',
  },
  wordOfRecord: {
    en: 'has a use at fields of a record only, and of lines that are an entity: remove it',
    zh: '只能用于记录自身的字段，或作为实体的明细的字段：请删除',
  },
  wordNeeds: {
    en: 'has no effect alone: add {needs} beside it, or remove it',
    zh: '单独填写不起作用：请同时填写 {needs}，或删除',
  },
  sealedWithin: {
    en: 'is not on a field of a record, and only these can be encrypted: remove it',
    zh: '不在记录自身的字段上，只有记录自身的字段才能加密保存：请删除',
  },
  sealedAsked: {
    en: '"{name}" is encrypted, so records cannot be found or sorted by it: remove it',
    zh: '“{name}”是加密保存的字段，不能用于查找或排序：请删除',
  },
} as const;
