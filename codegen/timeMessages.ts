/** Mistakes in what happens by time, in both languages. */
export const TIME_MESSAGES = {
  scheduleField: {
    en: '"{name}" is neither a field for that nor a value: write {said}, or {known}',
    zh: '“{name}”既不是合适的字段也不是可用的值：请填写 {said}，或使用 {known}',
  },
  scheduleTenant: {
    en: 'is a field, and records that {entity} makes of itself have no plan: write {said}',
    zh: '是字段，而 {entity} 生成自身记录时没有计划记录：请填写 {said}',
  },
  scheduleCircle: {
    en: 'leads back to {entity}: what a schedule makes may not make plans of it',
    zh: '又回到了 {entity}：计划生成的记录不能再生成该计划',
  },
  scheduleUnread: {
    en: 'is read by nothing: let a value read {"var": "$context.at"}, or remove it',
    zh: '没有任何值使用它：请在值中使用 {"var": "$context.at"}，或删除',
  },
  scheduleWhile: {
    en: "asks for a record, and the tenant's own series has none: remove it",
    zh: '需要记录，而租户自身的计划没有记录：请删除',
  },
} as const;
