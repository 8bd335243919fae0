import type { Data } from '../../generated/calls.ts';
import type { SignalChangeConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { signalChangeNeeds } from './changes.ts';
import { SignalChange } from './SignalChange.tsx';

const MINUTE_MS = 60_000;
const answer = (data: Data<'signalChanges'>) => [{ key: 'sample', ok: true, data }];

export default {
  type: 'signalChange',
  Component: SignalChange,
  needs: signalChangeNeeds,
  migrations: {},
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    const at = (minutes: number) => new Date(now - minutes * MINUTE_MS).toISOString();
    return {
      config: { name: text('遥信变位', 'Signal changes') },
      results: answer({
        signals: [
          {
            sn: 'breaker',
            name: text('并网断路器', 'Grid breaker'),
            deviceName: text('并网柜', 'Grid cabinet'),
            dataType: 'number',
            states: [
              { value: 0, name: text('分闸', 'Open') },
              { value: 1, name: text('合闸', 'Closed') },
            ],
          },
          {
            sn: 'fan',
            name: text('风机运行', 'Fan'),
            deviceName: text('电池舱空调', 'Container cooling'),
            dataType: 'boolean',
            states: null,
          },
        ],
        changes: [
          { sn: 'fan', ts: at(3), from: 0, to: 1 },
          { sn: 'breaker', ts: at(18), from: 0, to: 1 },
          { sn: 'breaker', ts: at(26), from: 1, to: 0 },
          { sn: 'fan', ts: at(64), from: 1, to: 0 },
        ],
        more: false,
      }),
    };
  },
  empty: () => answer({ signals: [], changes: [], more: false }),
} satisfies WidgetModule<SignalChangeConfig>;
