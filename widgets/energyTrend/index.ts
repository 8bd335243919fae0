import type { EnergyTrendConfig } from '../../generated/types.ts';
import { labelRange } from '../../runtime/board/energy/labels.ts';
import type { WidgetContext, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { bucketBounds, isoLocal } from '../../runtime/core/timeWindow.ts';
import { energyTrendNeeds, type LabelTrend } from './course.ts';
import { EnergyTrend } from './EnergyTrend.tsx';

const LABELS = [
  [2, '一号车间', 2_490],
  [3, '二号车间', 2_040],
  [4, '空压站', 1_040],
  [5, '办公楼', 630],
] as const;

function sampleCourse(context: WidgetContext): LabelTrend {
  const { from, to, bucket } = labelRange({}, context);
  const days = bucketBounds({ from: Date.parse(from), to: Date.parse(to) }, bucket, context.zone).slice(
    0,
    -1,
  );
  return {
    energyType: { id: 1, code: 'electricity', name: '电', unit: 'kWh' },
    time_keys: days.map((ts) => isoLocal(ts, context.zone)),
    labels: LABELS.map(([id, name, mean]) => {
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
  sample: (context) => ({
    config: { name: '各区域每日用电' },
    results: [{ key: 'sample', ok: true, data: sampleCourse(context) }],
  }),
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, time_keys: [], labels: [] } satisfies LabelTrend },
  ],
} satisfies WidgetModule<EnergyTrendConfig>;
