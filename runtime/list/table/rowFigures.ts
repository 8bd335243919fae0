/** Columns with statistics of the records that refer to the rows, one for each currency. Pure. */
import type { Field, StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { StatisticAnswer } from '../../record/figures/words.ts';
import type { ListLayout } from './columnLayout.ts';

/** The statistics of some rows, by the field that refers to them. */
export interface FiguresAnswer {
  statistic: StatisticDefinition;
  by: string;
  figures: readonly string[];
  rows: StatisticAnswer['rows'];
}

const CURRENCY: Field = { type: 'string', 'x-dictionary': 'currency' };

const columnName = (statistic: string, figure: string, currency: string | null): string =>
  [statistic, figure, currency ?? ''].join('.');

/** Returns whether a column contains a statistic. Field names contain no dot. */
export const isFigures = (name: string): boolean => name.includes('.');

/** Returns the field of a statistic. Amounts are decimal texts, others are numbers. */
function fieldsOf(name: string, { title }: StatisticFigure, currency: string | null): Record<string, Field> {
  const common = { readOnly: true, ...(title && { title }) } as const;
  if (currency === null) return { [name]: { ...common, type: 'number' } };
  const named = `${name}.currency`;
  return {
    [name]: { ...common, type: 'string', format: 'money', 'x-currency': named },
    [named]: { ...CURRENCY, 'x-control': 'hidden' },
  };
}

export interface FiguredRows {
  entity: Entity;
  records: ListRecord[];
  /** The added columns, in order. */
  names: readonly string[];
}

/** Returns the list with the statistics as additional fields. */
export function addFigures(
  entity: Entity,
  records: ListRecord[],
  answers: readonly FiguresAnswer[],
): FiguredRows {
  const fields: Record<string, Field> = {};
  const names = new Set<string>();
  const values = new Map<number, Record<string, unknown>>();
  for (const { statistic, by, figures, rows } of answers)
    for (const figure of figures) {
      const defined = statistic.figures.find(({ name }) => name === figure);
      if (!defined) continue;
      for (const { key, currency, figures: amounts } of rows) {
        const value = amounts[figure];
        if (value === null || value === undefined) continue;
        const name = columnName(statistic.name, figure, currency);
        names.add(name);
        Object.assign(fields, fieldsOf(name, defined, currency));
        const id = Number(key[by]);
        values.set(id, { ...values.get(id), [name]: value, [`${name}.currency`]: currency });
      }
    }
  if (names.size === 0) return { entity, records, names: [] };
  const { schema } = entity;
  return {
    entity: { ...entity, schema: { ...schema, properties: { ...schema.properties, ...fields } } },
    records: records.map((record) => ({ ...record, ...values.get(record.id) })),
    names: [...names],
  };
}

/** Adds the visible statistics after the first column. */
export function layoutWithFigures(layout: ListLayout, names: readonly string[]): ListLayout {
  const [lead = '', ...others] = layout.shown;
  const { hidden = [] } = layout;
  const visible = names.filter((name) => !hidden.some((figure) => name.startsWith(`${figure}.`)));
  return { ...layout, shown: [lead, ...visible, ...others] };
}

/** Returns a layout for storing, without statistics, which are stored separately. */
export function layoutWithoutFigures(layout: ListLayout): ListLayout {
  const own = (names: readonly string[]) => names.filter((name) => !isFigures(name));
  return {
    shown: own(layout.shown),
    start: own(layout.start),
    end: own(layout.end),
    widths: Object.fromEntries(Object.entries(layout.widths).filter(([name]) => !isFigures(name))),
    ...(layout.hidden && { hidden: layout.hidden }),
  };
}
