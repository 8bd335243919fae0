/**
 * Adds features to the lists and forms of alarms, their rules and channels. The screen itself is the list of
 * `schemas/pages/ems/siteWarningRecord.json`.
 */

import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

const MailHint = later(() => import('./parts/MailHint.tsx'));

export const warningExtras: Readonly<Record<string, EntityExtras>> = {
  alarm: {
    tools: [],
    stationTools: [
      {
        key: 'confirmStation',
        title: { zh: '确认本站所有未处理告警', en: 'Confirm all open alarms of the station' },
        icon: 'check',
        permission: 'alarm:confirm',
        Dialog: later(() => import('./parts/ConfirmStation.tsx')),
      },
      {
        key: 'clearStation',
        title: { zh: '清除本站所有未处理告警', en: 'Clear all open alarms of the station' },
        icon: 'delete',
        permission: 'alarm:clear',
        Dialog: later(() => import('./parts/ClearStation.tsx')),
      },
    ],
  },
  alarmGenerater: {
    tools: [
      {
        key: 'try',
        title: { zh: '用历史数据试运行', en: 'Try on past data' },
        icon: 'history',
        permission: 'alarmGenerater:list',
        inForm: true,
        Dialog: later(() => import('./parts/TrialDialog.tsx')),
      },
    ],
  },
  notificationChannel: {
    tools: [
      {
        key: 'test',
        title: { zh: '发送测试', en: 'Send a test' },
        icon: 'message',
        permission: 'notificationChannel:update',
        inForm: false,
        Dialog: later(() => import('./parts/TestDialog.tsx')),
      },
    ],
    Hint: MailHint,
  },
  notificationLog: {
    tools: [
      {
        key: 'resend',
        title: { zh: '重新发送', en: 'Send again' },
        icon: 'refresh',
        permission: 'notificationChannel:update',
        inForm: false,
        suits: ({ state }) => state === 'failed',
        Dialog: later(() => import('./parts/TestDialog.tsx')),
      },
    ],
    Hint: MailHint,
  },
};
