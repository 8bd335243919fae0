import type { Data } from '../../generated/calls.ts';
import type { FleetHeadlineConfig } from '../../generated/types.ts';
import { callNeed } from '../../runtime/board/widget/callNeed.ts';
import { fleetChoice } from '../../runtime/board/widget/fleetChoice.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { NeedResult, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { FleetHeadline } from './FleetHeadline.tsx';

interface Answers {
  headline: Data<'fleetHeadline'>;
  operation: Data<'fleetOperation'>;
  orders: Data<'fleetWorkOrders'>;
}

const answered = ({ headline, operation, orders }: Answers): NeedResult[] =>
  [headline, operation, orders].map((data, at) => ({ key: `sample${at}`, ok: true, data }));

const SAMPLE: Answers = {
  headline: {
    ...{ sites: 4, noData: 1, capacity: 7525, ratedPower: 3500, power: 6283.4, energyToday: 21_870.2 },
    ...{ energyMonth: 402_118.6, uptime: 75, depts: [] },
    income: [
      { currency: 'CNY', amount: '8214.66' },
      { currency: 'MYR', amount: '402.10' },
    ],
  },
  operation: { availability: 96.8, efficiency: 91.4, faults: 2, days: 1213, noData: 1 },
  orders: {
    total: 23,
    states: [
      { state: 'pending', amount: 4 },
      { state: 'processing', amount: 3 },
      { state: 'completed', amount: 16 },
    ],
  },
};
const NOTHING: Answers = {
  headline: {
    ...{ sites: 0, noData: 0, capacity: null, ratedPower: null, power: null, energyToday: null },
    ...{ energyMonth: null, uptime: null, income: [], depts: [] },
  },
  operation: { availability: null, efficiency: null, faults: 0, days: null, noData: 0 },
  orders: { total: 0, states: [] },
};

export default {
  type: 'fleetHeadline',
  Component: FleetHeadline,
  needs: (_config, context) => {
    const body = fleetChoice(context);
    return [
      callNeed('fleetHeadline', { body }),
      callNeed('fleetOperation', { body }),
      callNeed('fleetWorkOrders', { body }),
    ];
  },
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    const depts = [text('华东运维部', 'East'), text('西北运维部', 'North-west')];
    return {
      config: { name: text('站群指标', 'Fleet figures') },
      results: answered({ ...SAMPLE, headline: { ...SAMPLE.headline, depts } }),
    };
  },
  empty: () => answered(NOTHING),
} satisfies WidgetModule<FleetHeadlineConfig>;
