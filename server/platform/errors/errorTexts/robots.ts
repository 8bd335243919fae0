import type { ErrorTexts } from './entry.ts';

export const robotErrors = {
  'robot.notConnected': {
    status: 409,
    code: 409951,
    zh: '机器人的设备没有可控变量“{code}”',
    en: 'The device of the robot has no variable “{code}” that takes commands',
  },
  'robot.noPoints': {
    status: 409,
    code: 409952,
    zh: '没有可巡检的点',
    en: 'There are no points to drive to. Add points to the robot.',
  },
} as const satisfies ErrorTexts;
