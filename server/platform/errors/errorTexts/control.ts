import type { ErrorTexts } from './entry.ts';

export const controlErrors = {
  'control.notWritable': {
    status: 400,
    code: 40062,
    zh: '该变量不可控制',
    en: "This variable can't be controlled",
  },
  'control.badValue': {
    status: 400,
    code: 40063,
    zh: '控制值不符合变量的类型或范围',
    en: 'The value does not match the type or range of the variable',
  },
  'control.offline': {
    status: 409,
    code: 40943,
    zh: '设备离线，不能控制',
    en: "The device is offline and can't be controlled",
  },
  'control.noSwitch': {
    status: 409,
    code: 40944,
    zh: '该设备没有可控的开关变量',
    en: 'This device has no controllable switch',
  },
  'control.notAirConditioner': {
    status: 400,
    code: 40064,
    zh: '该设备不是空调',
    en: 'This device is not an air conditioner',
  },
  'gridSwitch.noMode': {
    status: 409,
    code: 40983,
    zh: '该设备没有并离网变量 gridMode',
    en: 'This device has no variable gridMode',
  },
  'gridSwitch.done': {
    status: 409,
    code: 40980,
    zh: '该操作已执行或已被阻止，请重新准备',
    en: 'This switch was already executed or blocked. Prepare it again.',
  },
  'gridSwitch.lapsed': {
    status: 409,
    code: 40981,
    zh: '准备已超过 2 分钟，请重新准备',
    en: 'This preparation has expired. Prepare it again.',
  },
  'gridSwitch.blocked': {
    status: 409,
    code: 40982,
    zh: '联锁条件不满足：{checks}',
    en: 'Interlocks not satisfied: {checks}',
  },
} as const satisfies ErrorTexts;
