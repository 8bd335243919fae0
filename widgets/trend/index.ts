import type { TrendConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { periodAround } from '../../runtime/core/time/timeWindow.ts';
import { chosenNodes, trendNeeds } from './series.ts';
import { Trend } from './Trend.tsx';

const STEP_MS = 20 * 60_000;
const STEPS = 54;

/** Returns a sample day of sun with passing clouds. */
function samplePoints(from: number): [number, number][] {
  return Array.from({ length: STEPS }, (_, at): [number, number] => {
    const sun = Math.max(0, Math.sin(((at - 18) / 36) * Math.PI));
    return [from + at * STEP_MS, at < 18 ? 0 : 480 * sun * (1 - 0.25 * Math.abs(Math.sin(at * 1.7)))];
  });
}

export default {
  type: 'trend',
  Component: Trend,
  needs: trendNeeds,
  migrations: {},
  lacks: (config) => (chosenNodes(config).length === 0 ? 'variables' : null),
  sample: ({ now, zone, lang }) => {
    const text = textIn(lang);
    return {
      config: {
        name: text('光伏功率', 'PV power'),
        queryInterval: 'NORMAL',
        showType: 'line',
        nodeInfo: [{ deviceVar: ['INV1', 'INV1-power'], name: 'INV1', color: '#C98500' }],
      },
      results: [
        {
          key: 'sample',
          ok: true,
          data: [
            {
              sn: 'INV1-power',
              unit: 'kW',
              decimals: 1,
              points: samplePoints(periodAround(now, 'DAY', zone).from),
            },
          ],
        },
      ],
    };
  },
} satisfies WidgetModule<TrendConfig>;
