import type { EntityDefinition } from '../../generated/definition.ts';
import { dictionaries } from '../../generated/dictionaries.ts';
import { useRefLabels } from '../form/refs.ts';
import { ShownValue } from '../form/shown/ShownValue.tsx';
import { value_text } from '../form/shown/valueText.ts';
import { useLang } from '../i18n/index.ts';
import { list_field } from './fields.ts';
import type { ListRecord } from './useRecords.ts';

interface Props {
  entity: EntityDefinition;
  name: string;
  record: ListRecord;
  /** All rows, so that the names of one column's references are asked for together. */
  records: readonly ListRecord[];
}

export function Cell({ entity, name, record, records }: Props) {
  const field = list_field(entity, name);
  const value = record[name];
  if (field['x-ref'] && value !== null && value !== undefined)
    return <RefCell {...{ entity, name, record, records }} />;
  return <ShownValue field={field} value={value} />;
}

function RefCell({ entity, name, record, records }: Props) {
  const field = list_field(entity, name);
  const keys = records.map((one) => one[name]).filter((key) => key !== null && key !== undefined) as (
    | string
    | number
  )[];
  const labels = useRefLabels({ entity: field['x-ref']!, key: field['x-refKey'] ?? 'id' }, keys);
  const key = record[name] as string | number;
  return <>{labels.get(key) ?? String(key)}</>;
}

/** How a record is called in sentences. */
export function record_label(entity: EntityDefinition, record: ListRecord): string {
  return String(record[entity.label] ?? record.id);
}

interface LinkProps {
  entity: EntityDefinition;
  name: string;
  record: ListRecord;
  onOpen(id: number): void;
}

/** The first column: it leads to the record. */
export function RecordLink({ entity, name, record, onOpen }: LinkProps) {
  const lang = useLang();
  const text = value_text(list_field(entity, name), record[name], dictionaries, lang);
  return (
    <button type="button" className="wd-list-link" onClick={() => onOpen(record.id)}>
      {text}
    </button>
  );
}
