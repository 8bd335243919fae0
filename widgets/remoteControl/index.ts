import type { RemoteControlConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { type ControlVariable, remoteControlNeeds } from './controls.ts';
import { RemoteControl } from './RemoteControl.tsx';

const KEY = 'sample';

export default {
  type: 'remoteControl',
  Component: RemoteControl,
  needs: remoteControlNeeds,
  migrations: {},
  sample: ({ now, stationSn }) => {
    const ts = new Date(now - 4000).toISOString();
    const variable = (sn: string, given: Partial<ControlVariable>): ControlVariable => ({
      sn,
      name: '',
      code: sn,
      unit: '',
      dataType: 'boolean',
      decimals: 0,
      minValue: null,
      maxValue: null,
      states: null,
      deviceSn: 'AC',
      deviceName: '空调',
      online: true,
      value: 1,
      ts,
      ...given,
    });
    const command = (id: number, variableSn: string, state: string, value: unknown, seconds: number) => {
      const at = new Date(now - seconds * 1000).toISOString();
      const answeredAt = state === 'requested' ? null : at;
      const by = { requestedBy: '李工', requestedAt: at, answeredAt, answer: null };
      return { id, stationSn, deviceSn: 'AC', variableSn, value, state, ...by };
    };
    return {
      config: { name: '遥控' },
      results: [
        {
          key: KEY,
          ok: true,
          data: [
            variable('power', { name: '开关' }),
            variable('setpoint', {
              name: '设定温度',
              dataType: 'number',
              unit: '°C',
              decimals: 1,
              value: 24,
            }),
            variable('breaker', {
              name: '并网断路器',
              deviceName: '并网柜',
              states: [
                { value: 0, name: '分闸' },
                { value: 1, name: '合闸' },
              ],
            }),
            variable('fan', { name: '风机', deviceName: '电池舱', online: false, value: null }),
          ],
        },
        {
          key: KEY,
          ok: true,
          data: [
            command(3, 'setpoint', 'requested', 22, 2),
            command(2, 'power', 'acknowledged', true, 95),
            command(1, 'breaker', 'expired', false, 400),
          ],
        },
      ],
    };
  },
  empty: () => [
    { key: KEY, ok: true, data: [] },
    { key: KEY, ok: true, data: [] },
  ],
} satisfies WidgetModule<RemoteControlConfig>;
