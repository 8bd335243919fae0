import type { ErrorTexts } from './entry.ts';

export const cameraErrors = {
  'camera.fixed': {
    status: 409,
    code: 40961,
    zh: '该摄像头为固定机位，不能转动',
    en: 'This camera is fixed and cannot be moved',
  },
  'camera.notReached': {
    status: 409,
    code: 40962,
    zh: '本平台不能控制该摄像头，请在其自身系统中操作',
    en: 'This camera cannot be controlled from here. Use its own system.',
  },
  'camera.noPreset': {
    status: 404,
    code: 40461,
    zh: '预置位不存在',
    en: 'This preset position does not exist',
  },
  'camera.noStill': {
    status: 409,
    code: 40963,
    zh: '视频流不能直接抓拍，请先填写该摄像头的抓拍地址',
    en: 'A video stream cannot be captured. Enter the still picture address of the camera.',
  },
  'camera.notAllowed': {
    status: 409,
    code: 40964,
    zh: '该摄像头的来源不在服务器设置 WATTDECK_MEDIA_ORIGINS 中',
    en: 'The origin of this camera is not set in WATTDECK_MEDIA_ORIGINS',
  },
  'camera.noPicture': {
    status: 502,
    code: 50261,
    zh: '未能从摄像头取得画面',
    en: 'The camera returned no picture',
  },
  'camera.notSet': {
    status: 409,
    code: 40965,
    zh: '服务器设置 WATTDECK_ONVIF 中没有该云台设备，请联系服务器管理员',
    en: "WATTDECK_ONVIF does not list this device. Ask the server's administrator.",
  },
  'camera.notOffered': {
    status: 409,
    code: 40966,
    zh: '该摄像头不支持此操作',
    en: 'This camera does not support this operation',
  },
  'camera.noAnswer': {
    status: 502,
    code: 50262,
    zh: '摄像头未执行指令',
    en: 'The camera did not execute the command',
  },
} as const satisfies ErrorTexts;
