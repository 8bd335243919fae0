/** Returns the keys and figures of a statistic as readable text. */

import type { components } from '../../../generated/api.ts';
import type { Field, StatisticDefinition, StatisticFigure, Text } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import { type Dimension, dimensionsOf } from '../../core/definitions/statistics.ts';
import { EMPTY_VALUE, formatNumber } from '../../core/numbers/format.ts';
import { SERVER_FIELDS } from '../../core/serverFields.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { currencyText } from '../../form/values/currency.ts';
import { valueText } from '../../form/values/valueText.ts';

export type StatisticAnswer = components['schemas']['RecordStatistic'];
export type StatisticRow = StatisticAnswer['rows'][number];
export type StatisticTotal = StatisticAnswer['totals'][number];
export type FigureValue = StatisticTotal['figures'][string];

const PERCENT = 100;
export const RATIO_DECIMALS = 1;
const SHARE = { decimals: RATIO_DECIMALS };

const ownField = (entity: Entity, name: string): Field =>
  entity.schema.properties?.[name] ?? SERVER_FIELDS[name] ?? {};

/** Returns the field of a dimension, in the counted records or a record that they reference. */
export function fieldOf(statistic: StatisticDefinition, { field }: Dimension): Field {
  const [fieldName = '', beyond] = field.split('.');
  const first = ownField(entityOf(statistic.of), fieldName);
  const target = first['x-ref'];
  return beyond !== undefined && target ? ownField(entityOf(target), beyond) : first;
}

export const dimensionOf = (statistic: StatisticDefinition, name: string): Dimension | undefined =>
  dimensionsOf(statistic).find((dimension) => dimension.name === name);

export const figureOf = (statistic: StatisticDefinition, name: string): StatisticFigure | undefined =>
  statistic.figures.find((figure) => figure.name === name);

/** Returns the title of a dimension or a figure: its own, or that of the field. */
export function titleOf(statistic: StatisticDefinition, name: string): Text {
  const dimension = dimensionOf(statistic, name);
  const figure = figureOf(statistic, name);
  const field = dimension
    ? fieldOf(statistic, dimension)
    : ownField(entityOf(statistic.of), figure?.field ?? '');
  return dimension?.title ?? figure?.title ?? field.title ?? { zh: name, en: name };
}

/** Returns a key of a row as text: a record's name, a dictionary entry, or a calendar step. Null for an empty key. */
export function keyText(
  statistic: StatisticDefinition,
  name: string,
  { key, labels }: Pick<StatisticRow, 'key' | 'labels'>,
  lang: Lang,
): string | null {
  const value = key[name];
  if (value === null || value === undefined) return null;
  const dimension = dimensionOf(statistic, name);
  if (!dimension || dimension.step) return String(value);
  if (dimension.ages) return pickText(dimension.ages[Number(value)]?.title, lang) ?? String(value);
  return labels[name] ?? valueText(fieldOf(statistic, dimension), value, dictionaries, lang);
}

/** Returns whether a figure is a share, which is a ratio without a unit. */
export const isShare = (figure: StatisticFigure | undefined): boolean =>
  figure?.do === 'ratio' && figure.unit === undefined;

const RATIO: Field = { type: 'number', 'x-decimals': RATIO_DECIMALS };

/** Returns a figure with its currency or unit. A share is in percent. */
export function figureText(
  statistic: StatisticDefinition,
  name: string,
  value: FigureValue | undefined,
  currency: string | null,
  lang: Lang,
): string {
  const figure = figureOf(statistic, name);
  if (value === null || value === undefined) return EMPTY_VALUE;
  if (isShare(figure)) return `${formatNumber(Number(value) * PERCENT, SHARE)}%`;
  if (figure?.unit !== undefined)
    return valueText({ ...RATIO, 'x-unit': figure.unit }, Number(value), dictionaries, lang);
  if (!figure?.field || figure.do === 'distinct') return formatNumber(value);
  const entity = entityOf(statistic.of);
  const field = ownField(entity, figure.field);
  const named = field['x-currency'];
  const unit =
    named === undefined
      ? {}
      : { 'x-unit': currencyText(ownField(entity, named), currency, dictionaries, lang) };
  // A mean of integers is shown with one decimal.
  const decimals = figure.do === 'average' && field.type === 'integer' ? RATIO : {};
  return valueText({ ...field, ...decimals, ...unit }, value, dictionaries, lang);
}

/** Formats a change in percent with its sign. */
export const changeText = (change: number): string =>
  `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change) * PERCENT, SHARE)}%`;
