import { memo, type ReactNode } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import type { Lang } from '../../core/text/lang.ts';
import { isLate } from '../../core/time/late.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { LateSign } from '../../form/shown/LateSign.tsx';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { pricedField } from '../../form/values/currency.ts';
import { recordName } from '../../form/values/recordName.ts';
import { valueText } from '../../form/values/valueText.ts';
import { useLang } from '../../kit/i18n/index.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import type { RefNames } from './useRefNames.ts';
import type { RowActions } from './useRowItems.tsx';

interface Props {
  entity: EntityDefinition;
  name: string;
  value: unknown;
  record: ListRecord;
  names: RefNames;
  /** The header of the column already shows the time zone. */
  zoneAbove?: boolean;
}

/** Returns the field of a column with the currency of this record. */
const fieldIn = (entity: EntityDefinition, name: string, record: ListRecord, lang: Lang) =>
  pricedField(listField(entity, name), [{ field: entity.schema, values: record }], dictionaries, lang);

const LIST_MARK = ' · ';

/** Shows a value in a list. The names of references are loaded for the whole column in one request. */
export const Cell = memo(function Cell({ entity, name, value, record, names, zoneAbove }: Props) {
  const lang = useLang();
  const field = fieldIn(entity, name, record, lang);
  if (field['x-ref'] && (typeof value === 'string' || typeof value === 'number'))
    return <>{names.get(name)?.get(value) ?? String(value)}</>;
  if (field.items?.['x-ref'] && Array.isArray(value) && value.length > 0)
    return <>{value.map((key: string | number) => names.get(name)?.get(key) ?? key).join(LIST_MARK)}</>;
  if (isLate(field, record, value))
    return (
      <>
        <ShownValue field={field} value={value} />
        <LateSign />
      </>
    );
  if (zoneAbove && fieldTypeOf(field).isMoment) return <>{valueText(field, value, dictionaries, lang)}</>;
  return <ShownValue field={field} value={value} />;
});

interface LinkProps extends Omit<Props, 'value'> {
  onOpen: RowActions['onOpen'];
}

/** Shows the first column. It links to the record for users who may open it. */
export function RecordLink({ entity, name, names, record, onOpen }: LinkProps) {
  const lang = useLang();
  const value = record[name];
  const text =
    names.get(name)?.get(value as string | number) ??
    (name === entity.label ? recordName(entity, record) : undefined) ??
    valueText(fieldIn(entity, name, record, lang), value, dictionaries, lang);
  return <LeadText onOpen={onOpen && (() => onOpen(record.id))}>{text}</LeadText>;
}

/** Renders the text that opens a record, or plain text without access. */
export function LeadText({ onOpen, children }: { onOpen: (() => void) | null; children: ReactNode }) {
  if (!onOpen) return <span className="wd-list-name">{children}</span>;
  return (
    <button type="button" className="wd-list-link wd-list-name" aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
  );
}
