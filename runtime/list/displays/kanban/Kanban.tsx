import { useCallback, useMemo, useRef, useState } from 'react';
import { type FieldOption, fieldOptions } from '../../../form/values/options.ts';
import { useDictionaries } from '../../../form/values/useDictionaries.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import { listField } from '../../../record/query/fields.ts';
import { cardFields } from '../cardFields.ts';
import type { DisplayProps } from '../displayProps.ts';
import type { ColumnValue } from './drop.ts';
import { KanbanColumn } from './KanbanColumn.tsx';
import { useDrop } from './useDrop.ts';
import '../kanban.css';

interface KanbanPlace {
  value: ColumnValue;
  option: FieldOption;
}

/** Returns a column for each option, and one for records without a value if the field may be empty. */
function useColumnPlaces({ entity, display }: DisplayProps): KanbanPlace[] {
  const t = useT();
  const lang = useLang();
  const dictionaries = useDictionaries();
  const by = display.by ?? '';
  return useMemo(() => {
    const options = fieldOptions(listField(entity, by), dictionaries, lang) ?? [];
    const isSure = entity.states?.field === by || entity.schema.required?.includes(by);
    const none = { value: null, option: { value: '', label: t('display.none'), disabled: false } };
    return [...options.map((option) => ({ value: option.value, option })), ...(isSure ? [] : [none])];
  }, [entity, by, dictionaries, lang, t]);
}

/** Shows records in columns. Dropping a card in another column makes the transition. */
export default function Kanban(props: DisplayProps) {
  const { entity, display, query, columns, ...actions } = props;
  const t = useT();
  const by = display.by ?? '';
  const places = useColumnPlaces(props);
  const { check, drop } = useDrop(entity, by, props.onMove);
  const [dragged, setDragged] = useState<ListRecord | null>(null);
  const fields = useMemo(() => cardFields(entity, display, columns), [entity, display, columns]);
  const now = useRef({ places, check, drop, dragged });
  now.current = { places, check, drop, dragged };
  /** The card moved by keys, which keeps the focus. */
  const followed = useRef<number | null>(null);
  const columnOf = useCallback((value: ColumnValue) => {
    const place = now.current.places.find((one) => one.value === value);
    return { value, label: place?.option.label ?? String(value) };
  }, []);
  const onDrop = useCallback(
    (value: ColumnValue) => {
      const record = now.current.dragged;
      setDragged(null);
      if (record) now.current.drop(record, columnOf((record[by] ?? null) as ColumnValue), columnOf(value));
    },
    [by, columnOf],
  );
  /** Moves the record to the next possible column in this direction. */
  const onStep = useCallback(
    (record: ListRecord, step: 1 | -1) => {
      const values = now.current.places.map(({ value }) => value);
      const from = (record[by] ?? null) as ColumnValue;
      const at = values.indexOf(from);
      const ahead = step === 1 ? values.slice(at + 1) : values.slice(0, Math.max(0, at)).reverse();
      const target = ahead.find((value) => ['move', 'set'].includes(now.current.check(record, value)));
      const targetKey = target === undefined ? ahead[0] : target;
      if (targetKey !== undefined && now.current.drop(record, columnOf(from), columnOf(targetKey)))
        followed.current = record.id;
    },
    [by, columnOf],
  );
  return (
    <section
      className="wd-display wd-kanban"
      aria-label={t('list.display.kanban')}
      title={t('display.dropHelp')}
    >
      {places.map(({ value, option }) => (
        <KanbanColumn
          key={String(value)}
          {...{ entity, query, by, value, option, fields, followed, onDrop, onStep }}
          onDrag={setDragged}
          fit={dragged ? check(dragged, value) : null}
          onOpen={actions.onOpen}
          onEdit={actions.onEdit}
          onDelete={actions.onDelete}
          onMove={actions.onMove}
        />
      ))}
    </section>
  );
}
