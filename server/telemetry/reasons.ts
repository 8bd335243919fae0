import type { Lang } from '../context.ts';

/** Why a single value is refused while the rest of its message is kept. The keys go out as `reason`. */
export const reasons = {
  notFinite: { zh: '不是有限数值', en: 'The number is not finite' },
  notANumber: { zh: '该变量只接受数值', en: 'This variable takes numbers only' },
  notBoolean: { zh: '该变量只接受真或假', en: 'This variable takes true or false only' },
  nested: { zh: '值不能是对象或数组', en: 'A value cannot be an object or a list' },
  empty: { zh: '值为空', en: 'There is no value' },
  textTooLong: { zh: '文本过长', en: 'The text is too long' },
  textControl: { zh: '文本含有不可存储的字符', en: 'The text holds a character that cannot be stored' },
  timeUnreadable: { zh: '时间格式无法识别', en: 'The time cannot be read' },
  timeSkipped: {
    zh: '该本地时间不存在（夏令时）',
    en: 'The clock never showed this local time (daylight saving)',
  },
  timeTooOld: { zh: '时间早于 1990 年（需毫秒）', en: 'The time is before 1990 (milliseconds are expected)' },
  timeTooNew: { zh: '时间超前一天以上', en: 'The time is more than a day ahead' },
  shape: { zh: '不是遥测消息的格式', en: 'This is not the shape of a telemetry message' },
  keyInvalid: {
    zh: '键名无效（1 至 80 个可见字符）',
    en: 'The key is not valid (1 to 80 visible characters)',
  },
  unknownKey: { zh: '设备没有该变量', en: 'The device has no such variable' },
  tooManyVariables: { zh: '该设备的变量已达上限', en: 'The device cannot have more variables' },
  variableDisabled: { zh: '该变量已停用', en: 'The variable is switched off' },
  columns: { zh: '列数与表头不符', en: 'The number of cells differs from the header' },
} as const satisfies Record<string, Record<Lang, string>>;

export type Reason = keyof typeof reasons;

export function reason_text(reason: Reason, lang: Lang): string {
  return reasons[reason][lang];
}
