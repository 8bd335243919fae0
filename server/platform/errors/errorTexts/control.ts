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
    zh: '设备离线，无法控制',
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
    zh: '该设备没有并离网切换变量 gridMode',
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
    zh: '准备已失效（超过 2 分钟），请重新准备',
    en: 'This preparation has expired. Prepare it again.',
  },
  'gridSwitch.blocked': {
    status: 409,
    code: 40982,
    zh: '联锁条件不满足：{checks}',
    en: 'Interlocks not satisfied: {checks}',
  },
  'factoryTest.notConfirmed': {
    status: 409,
    code: 409120,
    zh: '试验前检查尚未由两人确认',
    en: 'Two users have to confirm the precheck first',
  },
  'factoryTest.otherRun': {
    status: 409,
    code: 409121,
    zh: '该试验已结束，或正在执行其他充放电试验',
    en: 'The factory test has ended, or another charge or discharge test is running',
  },
  'factoryTest.noDevices': {
    status: 409,
    code: 409122,
    zh: '请先为试验设备选择储能变流器和储能电池',
    en: 'Choose the converter and the battery of the device under test first',
  },
  'factoryTest.noSetPoint': {
    status: 409,
    code: 409123,
    zh: '该变流器没有可控制的变量 setpoint',
    en: 'The converter has no controllable variable setpoint',
  },
  'factoryTest.noCounters': {
    status: 409,
    code: 409124,
    zh: '该变流器没有充电和放电电量变量',
    en: 'The converter has no counters of charged and discharged energy',
  },
  'factoryTest.steered': {
    status: 409,
    code: 409125,
    zh: '该变流器正由储能策略控制，请先停止策略',
    en: 'A strategy controls this converter. Stop the strategy first.',
  },
  'factoryTest.noCurve': {
    status: 409,
    code: 409969,
    zh: '该试验没有您可查看的测量数据',
    en: 'The test has no measured values that you may see',
  },
  'factoryTest.busy': {
    status: 409,
    code: 409126,
    zh: '该变流器正用于其他设备的试验',
    en: 'This converter is in use by the test of another device',
  },
  'factoryTest.underWay': {
    status: 409,
    code: 409127,
    zh: '试验进行中，不能更换变流器、电池或电表',
    en: 'The converter, the battery and the meter cannot be changed while a test is under way',
  },
} as const satisfies ErrorTexts;
