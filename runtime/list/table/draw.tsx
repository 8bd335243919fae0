/** Prepares the rendering of cells once for each column, so that a single cell is fast. */

import type { ReactNode } from 'react';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { EMPTY_VALUE } from '../../core/numbers/format.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { Lang } from '../../core/text/lang.ts';
import { isLate } from '../../core/time/late.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { LateSign } from '../../form/shown/LateSign.tsx';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { StateTag } from '../../form/shown/StateTag.tsx';
import { pricedField } from '../../form/values/currency.ts';
import { type Dictionaries, fieldOptions, findOption } from '../../form/values/options.ts';
import { valueText } from '../../form/values/valueText.ts';
import { listField } from '../../record/query/fields.ts';
import type { RefNames } from '../cell/useRefNames.ts';

export type Draw = (value: unknown, record: Values) => ReactNode;
export type Draws = ReadonlyMap<string, Draw>;

type Names = ReadonlyMap<string | number, string> | undefined;

const LIST_MARK = ' · ';
/** Maximum number of cached elements of a column. Above it the cache is cleared. */
const MAX_CACHED = 2000;
const NOTHING = <span className="wd-empty-value">{EMPTY_VALUE}</span>;

/** Returns whether the value is plain text, without pictures, links or loading. */
function isText(field: Field): boolean {
  const { items, 'x-control': control } = field;
  if (fieldTypeOf(field).isDrawn || (items && fieldTypeOf(items).isDrawn)) return false;
  return control !== 'region' && control !== 'permissions' && control !== 'fieldRules';
}

function makeDraw(field: Field, names: Names, dictionaries: Dictionaries, lang: Lang): Draw {
  if (field['x-ref']) return (key) => names?.get(key as string) ?? String(key);
  if (field.items?.['x-ref'])
    return (keys) => (keys as string[]).map((key) => names?.get(key) ?? key).join(LIST_MARK) || NOTHING;
  const options = field.type === 'array' ? null : fieldOptions(field, dictionaries, lang);
  if (options) return (value) => <StateTag option={findOption(options, value)} />;
  if (isText(field)) return (value) => valueText(field, value, dictionaries, lang);
  return (value) => <ShownValue field={field} value={value} />;
}

/** Returns a cached element for equal values, so that an unchanged cell does not render. */
export function drawColumn(field: Field, names: Names, dictionaries: Dictionaries, lang: Lang): Draw {
  const draw = makeDraw(field, names, dictionaries, lang);
  const drawnValues = new Map<unknown, ReactNode>();
  return (value, record) => {
    if (value === null || value === undefined || value === '') return NOTHING;
    if (typeof value === 'object') return draw(value, record);
    if (!drawnValues.has(value)) {
      if (drawnValues.size >= MAX_CACHED) drawnValues.clear();
      drawnValues.set(value, draw(value, record));
    }
    return drawnValues.get(value);
  };
}

/** Returns the field of an amount without its currency, which the header shows. */
const bareAmount = (field: Field): Field => ({ ...field, 'x-unit': '' });

/** Renders an amount with the currency of its record, so the value alone is not enough. */
const amountDraw =
  (entity: EntityDefinition, field: Field, dictionaries: Dictionaries, lang: Lang): Draw =>
  (value, record) =>
    value === null || value === undefined
      ? NOTHING
      : valueText(
          pricedField(field, [{ field: entity.schema, values: record }], dictionaries, lang),
          value,
          dictionaries,
          lang,
        );

/** Marks an overdue day, depending on the record. */
const lateDraw =
  (field: Field, draw: Draw): Draw =>
  (value, record) =>
    isLate(field, record, value) ? (
      <>
        {draw(value, record)}
        <LateSign />
      </>
    ) : (
      draw(value, record)
    );

export function drawColumns(
  entity: EntityDefinition,
  columns: readonly string[],
  names: RefNames,
  dictionaries: Dictionaries,
  lang: Lang,
  /** Returns whether the column header shows the currency. */
  isHeaded: (name: string) => boolean,
): Draws {
  return new Map(
    columns.map((name) => {
      const field = listField(entity, name);
      if (field['x-overdueWhen'])
        return [name, lateDraw(field, drawColumn(field, undefined, dictionaries, lang))];
      if (isHeaded(name)) return [name, drawColumn(bareAmount(field), undefined, dictionaries, lang)];
      return [
        name,
        field['x-currency'] === undefined
          ? drawColumn(field, names.get(name), dictionaries, lang)
          : amountDraw(entity, field, dictionaries, lang),
      ];
    }),
  );
}
