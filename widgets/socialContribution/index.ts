import type { SocialContributionConfig } from '../../generated/types.ts';
import { type ReadText, textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { type Contribution, contributionNeeds } from './contribution.ts';
import { SocialContribution } from './SocialContribution.tsx';

const sampleContribution = (text: ReadText): Contribution => ({
  energy: 862_400,
  meters: 2,
  figures: [
    {
      kind: 'co2',
      value: 457_589.4,
      factor: 0.5306,
      source: text(
        '生态环境部、国家统计局《关于发布2023年电力二氧化碳排放因子的公告》',
        'Ministry of Ecology and Environment: CO₂ factors of electricity 2023',
      ),
      year: 2023,
    },
    {
      kind: 'coal',
      value: 105_989,
      factor: 0.1229,
      source: text(
        'GB/T 2589-2020《综合能耗计算通则》',
        'GB/T 2589-2020 General rules for energy consumption',
      ),
      year: 2020,
    },
    {
      kind: 'tree',
      value: 7_626,
      factor: 60,
      source: 'US EPA, Greenhouse Gas Equivalencies Calculator',
      year: 2024,
    },
  ],
});

export default {
  type: 'socialContribution',
  Component: SocialContribution,
  needs: contributionNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('本年社会贡献', 'Contribution of this year'), role: 'pv' },
      results: [{ key: 'sample', ok: true, data: sampleContribution(text) }],
    };
  },
  empty: () => [
    { key: 'empty', ok: true, data: { energy: null, meters: 0, figures: [] } satisfies Contribution },
  ],
} satisfies WidgetModule<SocialContributionConfig>;
