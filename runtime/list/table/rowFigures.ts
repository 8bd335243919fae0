/** The columns of figures over the records that refer to the rows, one column for each currency. Pure. */
import type { Field, StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { StatisticAnswer } from '../../record/figures/words.ts';
import type { ListLayout } from './columnLayout.ts';

/** The figures of some of the rows, by a field that refers to them. */
export interface FiguresAnswer {
  statistic: StatisticDefinition;
  by: string;
  figures: readonly string[];
  rows: StatisticAnswer['rows'];
}

const CURRENCY: Field = { type: 'string', 'x-dictionary': 'currency' };

const columnName = (statistic: string, figure: string, currency: string | null): string =>
  [statistic, figure, currency ?? ''].join('.');

/** Returns whether a column is one of figures. The name of a field has no dot. */
export const isFigures = (name: string): boolean => name.includes('.');

/** Returns the field of a figure. Amounts come as decimal texts, other figures as numbers. */
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

/** Returns the list with the figures as additional fields of its rows. */
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
      for (const { key, currency, figures: told } of rows) {
        const value = told[figure];
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

/** Adds the visible figures after the first column, which names the record. */
export function layoutWithFigures(layout: ListLayout, names: readonly string[]): ListLayout {
  const [lead = '', ...others] = layout.shown;
  const { hidden = [] } = layout;
  const wanted = names.filter((name) => !hidden.some((figure) => name.startsWith(`${figure}.`)));
  return { ...layout, shown: [lead, ...wanted, ...others] };
}

/** Returns a layout to store, without figures. These have a place of their own. */
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
