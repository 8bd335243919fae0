import type { EnergyTrendConfig } from '../../generated/types.ts';
import { labelRange } from '../../runtime/board/energy/labels.ts';
import { type ReadText, textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetContext, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { bucketBounds, isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { energyTrendNeeds, type LabelTrend } from './course.ts';
import { EnergyTrend } from './EnergyTrend.tsx';

const labelsOf = (text: ReadText) =>
  [
    [2, text('一号车间', 'Workshop 1'), 2_490],
    [3, text('二号车间', 'Workshop 2'), 2_040],
    [4, text('空压站', 'Compressed air'), 1_040],
    [5, text('办公楼', 'Offices'), 630],
  ] as const;

function sampleCourse(context: WidgetContext, text: ReadText): LabelTrend {
  const { from, to, bucket } = labelRange({}, context);
  const days = bucketBounds({ from: Date.parse(from), to: Date.parse(to) }, bucket, context.zone).slice(
    0,
    -1,
  );
  return {
    energyType: { id: 1, code: 'electricity', name: text('电', 'Electricity'), unit: 'kWh' },
    time_keys: days.map((ts) => isoLocal(ts, context.zone)),
    labels: labelsOf(text).map(([id, name, mean]) => {
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
    const text = textIn(context.lang);
    return {
      config: { name: text('各区域每日用电', 'Daily electricity by area') },
      results: [{ key: 'sample', ok: true, data: sampleCourse(context, text) }],
    };
  },
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, time_keys: [], labels: [] } satisfies LabelTrend },
  ],
} satisfies WidgetModule<EnergyTrendConfig>;
