import type { EnergyTrendConfig } from '../../generated/types.ts';
import { labelRange } from '../../runtime/board/energy/labels.ts';
import { type Say, sayIn } from '../../runtime/board/widget/sayIn.ts';
import type { WidgetContext, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { bucketBounds, isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { energyTrendNeeds, type LabelTrend } from './course.ts';
import { EnergyTrend } from './EnergyTrend.tsx';

const labelsOf = (say: Say) =>
  [
    [2, say('一号车间', 'Workshop 1'), 2_490],
    [3, say('二号车间', 'Workshop 2'), 2_040],
    [4, say('空压站', 'Compressed air'), 1_040],
    [5, say('办公楼', 'Offices'), 630],
  ] as const;

function sampleCourse(context: WidgetContext, say: Say): LabelTrend {
  const { from, to, bucket } = labelRange({}, context);
  const days = bucketBounds({ from: Date.parse(from), to: Date.parse(to) }, bucket, context.zone).slice(
    0,
    -1,
  );
  return {
    energyType: { id: 1, code: 'electricity', name: say('电', 'Electricity'), unit: 'kWh' },
    time_keys: days.map((ts) => isoLocal(ts, context.zone)),
    labels: labelsOf(say).map(([id, name, mean]) => {
      const datas = days.map((_, day) =>
        Math.round(mean * (day % 7 === 0 ? 0.5 : 0.9 + 0.15 * Math.sin(day * 1.3 + id))),
      );
      return { id, parentId: null, name, value: datas.reduce((sum, one) => sum + one, 0), datas };
    }),
  };
}

export default {
  type: 'energyTrend',
  Component: EnergyTrend,
  needs: energyTrendNeeds,
  migrations: {},
  sample: (context) => {
    const say = sayIn(context.lang);
    return {
      config: { name: say('各区域每日用电', 'Daily electricity by area') },
      results: [{ key: 'sample', ok: true, data: sampleCourse(context, say) }],
    };
  },
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, time_keys: [], labels: [] } satisfies LabelTrend },
  ],
} satisfies WidgetModule<EnergyTrendConfig>;
