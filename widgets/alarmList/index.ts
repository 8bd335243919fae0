import type { AlarmListConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { AlarmList } from './AlarmList.tsx';
import { ALARM_HANDLED, ALARM_OPEN, alarmListNeeds } from './alarms.ts';

const MINUTE_MS = 60_000;

export default {
  type: 'alarmList',
  Component: AlarmList,
  needs: alarmListNeeds,
  migrations: {},
  sample: ({ now }) => {
    const at = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
    const records = [
      {
        id: 3,
        reportTime: at(4),
        info: '单体最高温度 36.2 °C',
        status: ALARM_OPEN,
        level: 'critical',
        deviceName: '储能电池',
        checker: null,
      },
      {
        id: 2,
        reportTime: at(52),
        info: '需量 1,268 kW',
        status: ALARM_HANDLED,
        level: 'major',
        deviceName: '关口电表',
        checker: '李工',
      },
      {
        id: 1,
        reportTime: at(190),
        info: '组件温度 71 °C',
        status: ALARM_HANDLED,
        level: 'minor',
        deviceName: '逆变器 1',
        checker: null,
      },
    ];
    return {
      config: { title: '告警列表' },
      results: [{ key: 'sample', ok: true, data: { records, total: records.length } }],
    };
  },
} satisfies WidgetModule<AlarmListConfig>;
