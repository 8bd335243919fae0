import type { FleetChartConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetContext, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { DAY_MS } from '../../runtime/core/time/timeWindow.ts';
import { fleetChartNeeds } from './course.ts';
import { FleetChart } from './FleetChart.tsx';

const DAYS = 21;
const KEY_LENGTH = 'YYYY-MM-DD'.length;

/** Returns three weeks of sample data for batteries. */
function sampleCharge({ now }: Pick<WidgetContext, 'now'>) {
  const days = Array.from({ length: DAYS }, (_, at) => at);
  const charge = days.map((at) => Math.round(5_200 + 900 * Math.sin(at * 1.7)));
  const discharge = charge.map((kWh) => Math.round(kWh * 0.91));
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return {
    time_keys: days.map((at) => new Date(now - (DAYS - at) * DAY_MS).toISOString().slice(0, KEY_LENGTH)),
    ...{ charge, discharge, charged: sum(charge), discharged: sum(discharge) },
  };
}

export default {
  type: 'fleetChart',
  Component: FleetChart,
  needs: fleetChartNeeds,
  migrations: {},
  sample: (context) => ({
    config: { name: textIn(context.lang)('站群充放电', 'Charged and discharged'), show: 'charge' },
    results: [{ key: 'sample', ok: true, data: sampleCharge(context) }],
  }),
  empty: () => [
    {
      ...{ key: 'sample', ok: true },
      data: { time_keys: [], charge: [], discharge: [], charged: null, discharged: null },
    },
  ],
} satisfies WidgetModule<FleetChartConfig>;
