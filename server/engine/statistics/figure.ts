/** Reads a figure of a statistic over all records of the tenant, for rules. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { statisticRegistry } from '../../../runtime/core/definitions/statistics.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { everything } from '../access/asker.ts';
import { fieldsWhere } from '../entities/list/selection.ts';
import { sumTotals } from './exchange.ts';
import { countedFigures, selectRows } from './query.ts';
import { readQuestion } from './question.ts';
import { figuresOf } from './rows.ts';

/** Maximum number of currencies. */
const MAX_TOTALS = 1_000;

export interface FigureQuery {
  statistic: string;
  figure: string;
  where: Readonly<Record<string, unknown>>;
  zone: string;
  /** The day of the exchange rates for adding up several currencies. */
  on: string;
}

export async function readFigure(
  trx: ScopedTrx,
  { statistic: name, figure, where, zone, on }: FigureQuery,
): Promise<number | string | null> {
  const statistic = statisticRegistry.get(name);
  if (!statistic) throw new Error(`there is no statistic ${name}`);
  const entity = entityOf(statistic.of);
  const question = readQuestion(statistic, entity, everything, { by: '' });
  const narrowed = { ...question, figures: question.figures.filter((one) => one.name === figure) };
  const [fixed, requested] = [statistic.where ?? {}, where].map((values) =>
    fieldsWhere(entity, everything, values),
  );
  const scope = { ...{ entity, zone }, asker: everything };
  const totals = await selectRows(
    trx,
    { ...scope, where: (eb) => eb.and([fixed!(eb), requested!(eb)]) },
    statistic,
    narrowed,
    { period: null, limit: MAX_TOTALS },
  );
  const sum = await sumTotals(trx, narrowed, totals, on);
  const counted = countedFigures(narrowed).map((_, at) => totals[0]?.figures[at] ?? null);
  return (sum?.figures ?? figuresOf(narrowed, counted))[figure] ?? null;
}
