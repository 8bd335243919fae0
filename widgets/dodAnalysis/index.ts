import type { DodAnalysisConfig } from '../../generated/types.ts';
import { bucketStarts } from '../../runtime/board/chart/buckets.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { NeedResult, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { DAY_MS, isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { DodAnalysis } from './DodAnalysis.tsx';
import { dodNeeds, dodWindow } from './depth.ts';

const SAMPLE: DodAnalysisConfig = { socVar: ['BAT', 'BAT-soc'], range: 'past14Days' };
const LOWS = [18, 22, 15, 30, 26, 12, 35, 20, 17, 24, 14, 28, 19, 23];
const HIGHS = [92, 95, 90, 88, 94, 96, 90, 93, 91, 95, 92, 89, 94, 90];

export default {
  type: 'dodAnalysis',
  Component: DodAnalysis,
  needs: dodNeeds,
  migrations: {},
  lacks: ({ socVar }) => (socVar ? null : 'variables'),
  sample: (context) => {
    const text = textIn(context.lang);
    const starts = bucketStarts(dodWindow(SAMPLE, context), 'day', context.zone);
    const answer = (row: object): NeedResult => ({
      key: 'sample',
      ok: true,
      data: [{ sn: 'BAT-soc', unit: '%', decimals: 1, ...row }],
    });
    const byDay = (datas: number[]) =>
      answer({ value: null, datas, time_keys: starts.map((ts) => isoLocal(ts, context.zone)) });
    const course = starts.flatMap((ts, at) => [
      [ts + DAY_MS / 3, HIGHS[at]],
      [ts + DAY_MS / 1.2, LOWS[at]],
    ]);
    const lowest = answer({ value: Math.min(...LOWS), datas: [], time_keys: [] });
    return {
      config: { ...SAMPLE, name: text('储能放电深度', 'Depth of discharge') },
      results: [byDay(LOWS), byDay(HIGHS), answer({ points: course }), lowest],
    };
  },
} satisfies WidgetModule<DodAnalysisConfig>;
