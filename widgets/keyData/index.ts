import type { KeyDataConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { keyDataNeeds, keyLack } from './figure.ts';
import { KeyData } from './KeyData.tsx';

export default {
  type: 'keyData',
  Component: KeyData,
  needs: keyDataNeeds,
  migrations: {},
  lacks: keyLack,
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    return {
      config: {
        name: text('光伏发电功率', 'PV power'),
        icon: 'solar',
        dataType: 'device_data',
        deviceValue: ['INV1', 'INV1-power'],
        calcInterval: 'real_time',
      },
      results: [
        {
          key: 'sample',
          ok: true,
          data: [
            {
              sn: 'INV1-power',
              data: 486.2,
              ts: now,
              unit: 'kW',
              name: 'AC power',
              decimals: 1,
              stale: false,
            },
          ],
        },
      ],
    };
  },
} satisfies WidgetModule<KeyDataConfig>;
