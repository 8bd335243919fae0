import type { RemoteControlConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { type ControlVariable, remoteControlNeeds } from './controls.ts';
import { RemoteControl } from './RemoteControl.tsx';

const KEY = 'sample';

export default {
  type: 'remoteControl',
  Component: RemoteControl,
  needs: remoteControlNeeds,
  migrations: {},
  sample: ({ now, stationSn, lang }) => {
    const text = textIn(lang);
    const ts = new Date(now - 4000).toISOString();
    const variable = (sn: string, overrides: Partial<ControlVariable>): ControlVariable => ({
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
      deviceName: text('空调', 'Cooling'),
      online: true,
      value: 1,
      ts,
      ...overrides,
    });
    const command = (id: number, variableSn: string, state: string, value: unknown, seconds: number) => {
      const at = new Date(now - seconds * 1000).toISOString();
      const answeredAt = state === 'requested' ? null : at;
      const by = { requestedBy: text('李工', 'Li Ming'), requestedAt: at, answeredAt, answer: null };
      return { id, stationSn, deviceSn: 'AC', variableSn, value, state, ...by };
    };
    return {
      config: { name: text('遥控', 'Remote control') },
      results: [
        {
          key: KEY,
          ok: true,
          data: [
            variable('power', { name: text('开关', 'Switch') }),
            variable('setpoint', {
              name: text('设定温度', 'Set temperature'),
              dataType: 'number',
              unit: '°C',
              decimals: 1,
              value: 24,
            }),
            variable('breaker', {
              name: text('并网断路器', 'Grid breaker'),
              deviceName: text('并网柜', 'Grid cabinet'),
              states: [
                { value: 0, name: text('分闸', 'Open') },
                { value: 1, name: text('合闸', 'Closed') },
              ],
            }),
            variable('fan', {
              name: text('风机', 'Fan'),
              deviceName: text('电池舱', 'Container'),
              online: false,
              value: null,
            }),
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
