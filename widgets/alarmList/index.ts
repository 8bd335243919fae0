import type { AlarmListConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { AlarmList } from './AlarmList.tsx';
import { ALARM_HANDLED, ALARM_OPEN, alarmListNeeds } from './alarms.ts';

const MINUTE_MS = 60_000;

export default {
  type: 'alarmList',
  Component: AlarmList,
  needs: alarmListNeeds,
  migrations: {},
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    const at = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
    const records = [
      {
        id: 3,
        reportTime: at(4),
        info: text('单体最高温度 36.2 °C', 'Highest cell temperature 36.2 °C'),
        status: ALARM_OPEN,
        level: 'critical',
        deviceName: text('储能电池', 'Battery'),
        checker: null,
      },
      {
        id: 2,
        reportTime: at(52),
        info: text('需量 1,268 kW', 'Demand 1,268 kW'),
        status: ALARM_HANDLED,
        level: 'major',
        deviceName: text('关口电表', 'Grid meter'),
        checker: text('李工', 'Li Ming'),
      },
      {
        id: 1,
        reportTime: at(190),
        info: text('组件温度 71 °C', 'Panel temperature 71 °C'),
        status: ALARM_HANDLED,
        level: 'minor',
        deviceName: text('逆变器 1', 'Inverter 1'),
        checker: null,
      },
    ];
    return {
      config: { title: text('告警列表', 'Alarm list') },
      results: [{ key: 'sample', ok: true, data: { records, total: records.length } }],
    };
  },
} satisfies WidgetModule<AlarmListConfig>;
