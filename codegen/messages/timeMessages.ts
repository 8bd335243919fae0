/** Messages about mistakes in reminders and time limits, in both languages. */
export const TIME_MESSAGES = {
  lateNoDay: {
    en: 'is for days only: set "format": "date" or "date-time" beside it, or remove it',
    zh: '仅用于日期：请同时填写 "format": "date" 或 "date-time"，或删除',
  },
  scheduleField: {
    en: '"{name}" is neither a suitable field nor a value: use {said}, or {known}',
    zh: '“{name}”既不是合适的字段也不是可用的值：请填写 {said}，或使用 {known}',
  },
  scheduleTenant: {
    en: 'is a field, and records that {entity} makes of itself have no plan: use {said}',
    zh: '是字段，而 {entity} 生成自身记录时没有计划记录：请填写 {said}',
  },
  scheduleCircle: {
    en: 'leads back to {entity}: what a schedule makes may not make plans of it',
    zh: '又回到了 {entity}：计划生成的记录不能再生成该计划',
  },
  scheduleUnread: {
    en: 'has no effect: use {"var": "$context.at"} in a value, or remove it',
    zh: '没有任何值使用它：请在值中使用 {"var": "$context.at"}，或删除',
  },
  scheduleLines: {
    en: 'is not the name of lines of this record: use {known}',
    zh: '不是本记录明细的名称：请使用 {known}',
  },
  scheduleLineUnread: {
    en: 'has no effect: use a field of the line in a value, such as "{name}.userId", or remove it',
    zh: '没有任何值使用它：请在值中使用明细的字段，如“{name}.userId”，或删除',
  },
  scheduleWhile: {
    en: "needs a record, and the tenant's own series has none: remove it",
    zh: '需要记录，而租户自身的计划没有记录：请删除',
  },
  eventAssign: {
    en: 'would change the record that is being written: use a default, "x-computed" or a transition',
    zh: '会更改正在写入的记录：请改用默认值、“x-computed”或流转',
  },
  eventFields: {
    en: 'distinguishes changes: remove it, or set "when": "updated"',
    zh: '仅用于区分更改：请删除，或将“when”写成“updated”',
  },
  eventCircle: {
    en: 'leads back to itself: {way}. Remove one of these effects',
    zh: '会循环触发：{way}。请删除其中一个动作',
  },
  spanOfDay: {
    en: 'is about a day, which has no hours: use a span such as "P1D" or "P2W"',
    zh: '日期没有钟点：请填写“P1D”“P2W”等',
  },
  keepReferred: {
    en: 'removes records that "{name}" refers to: remove "keep", or the reference',
    zh: '会移除被“{name}”引用的记录：请删除“keep”或该引用',
  },
  offlineSecret: {
    en: 'contains the secret "{name}", which must not be stored on a device: remove it',
    zh: '含有保密字段“{name}”，不能保存在设备上：请删除该项',
  },
  spanTwice: {
    en: 'cannot be combined with "before": remove one of them',
    zh: '已有同级的“before”：请删除其中一项',
  },
  spanOfWork: {
    en: 'counts days: use a span such as "after": "P3D", or remove it',
    zh: '仅用于按天计算：请将“after”写成“P3D”等，或删除此项',
  },
  timeOfMoment: {
    en: 'is for a date; a moment has its own time: remove it',
    zh: '仅用于日期，时刻自带时间：请删除',
  },
  limitFrom: {
    en: 'the transition "{name}" does not begin there: remove the state, or add it to its "from"',
    zh: '流转“{name}”不从此状态开始：请删除该状态，或加入其“from”',
  },
  timeTwice: {
    en: 'is equal to an earlier one: use another span, or join them',
    zh: '与前面的一项无法区分：请更改时长或合并',
  },
} as const;
