import type { ErrorTexts } from './entry.ts';

export const robotErrors = {
  'robot.notConnected': {
    status: 409,
    code: 409951,
    zh: '机器人的设备没有可控变量“{code}”',
    en: 'The device of the robot has no controllable variable “{code}”',
  },
  'robot.noPoints': {
    status: 409,
    code: 409952,
    zh: '机器人没有巡检点，请先添加',
    en: 'The robot has no points to inspect. Add points first.',
  },
} as const satisfies ErrorTexts;
