import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Entity } from '../../../core/definitions/entities.ts';
import { formatNumber } from '../../../core/numbers/format.ts';
import { StateTag } from '../../../form/shown/StateTag.tsx';
import type { FieldOption } from '../../../form/values/options.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { SPACE_STEP } from '../../../kit/theme/tokens.ts';
import { type ListRecord, listRecords } from '../../../record/calls/useRecords.ts';
import { narrowFixed } from '../../../record/query/fixed.ts';
import type { ListQuery } from '../../../record/query/query.ts';
import { RecordCard } from '../../cards/RecordCard.tsx';
import { useRefNames } from '../../cell/useRefNames.ts';
import type { RowActions } from '../../cell/useRowItems.tsx';
import { columnKey, takeFromOthers } from './columnRecords.ts';
import type { ColumnValue, Drop } from './drop.ts';

/** Page size of a column. */
const STRETCH = 100;
const AHEAD = 20;
const CARD_HEIGHT = 132;
const NONE: ListRecord[] = [];

interface Props extends RowActions {
  entity: Entity;
  query: ListQuery;
  by: string;
  value: ColumnValue;
  option: FieldOption;
  fields: readonly string[];
  /** The record whose card gets the focus after it is rendered. */
  followed: RefObject<number | null>;
  /** The effect of dropping the dragged record here. Null without a dragged record. */
  fit: Drop['do'] | null;
  onDrag(record: ListRecord | null): void;
  onDrop(value: ColumnValue): void;
  onStep(record: ListRecord, step: 1 | -1): void;
}

/** Loads the records of one column, and more during scrolling. */
function useColumn({ entity, query, by, value }: Props) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = useInfiniteQuery(
    {
      queryKey: columnKey(entity, value, query),
      queryFn: async ({ pageParam, signal }) => {
        const narrowed = narrowFixed(query, { [by]: value });
        const page = await listRecords(entity, { ...narrowed, size: STRETCH, cursor: pageParam }, signal);
        takeFromOthers(entity, value, page.records);
        return page;
      },
      initialPageParam: '',
      getNextPageParam: (last) => last.next ?? undefined,
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  const records = useMemo(() => data?.pages.flatMap((page) => page.records) ?? NONE, [data]);
  return {
    records,
    total: data?.pages[0]?.total,
    isPending,
    more: hasNextPage && !isFetchingNextPage,
    loadMore: fetchNextPage,
  };
}

/** Returns the handlers of a column in which a card can be dropped. */
function useTarget({ fit, value, onDrop }: Props) {
  const [over, setOver] = useState(false);
  const isTarget = fit === 'move' || fit === 'set';
  return {
    'data-fit': fit ?? undefined,
    'data-over': (over && isTarget) || undefined,
    onDragOver: (event: DragEvent) => {
      // An impossible drop is also accepted, so that the reason can be shown.
      if (fit === null || fit === 'nothing') return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop(value);
    },
  };
}

/** Returns the handlers of a card that can be moved by pointer or keys. */
const cardHands = ({ onDrag, onStep }: Props, record: ListRecord) => ({
  draggable: true,
  onKeyDown: (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (!event.altKey || step === null) return;
    event.preventDefault();
    onStep(record, step);
  },
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    // Firefox only drags elements with data.
    event.dataTransfer.setData('text/plain', String(record.id));
    onDrag(record);
  },
  onDragEnd: () => onDrag(null),
});

function focusArrived(card: HTMLLIElement | null, followed: RefObject<number | null>, id: number): void {
  if (!card || followed.current !== id) return;
  followed.current = null;
  card.querySelector('button')?.focus();
}

export const KanbanColumn = memo(function KanbanColumn(props: Props) {
  const { entity, option, fields, followed, onOpen, onEdit, onDelete, onMove } = props;
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const target = useTarget(props);
  const { records, total, isPending, more, loadMore } = useColumn(props);
  const names = useRefNames(entity, fields, records);
  const lines = useVirtualizer({
    count: records.length,
    getScrollElement: () => frame.current,
    estimateSize: useCallback(() => CARD_HEIGHT, []),
    getItemKey: useCallback((index: number) => records[index]?.id ?? index, [records]),
    gap: SPACE_STEP * 2,
    overscan: 3,
    useFlushSync: false,
  });
  const items = lines.getVirtualItems();
  const isEndNear = more && (items.at(-1)?.index ?? 0) >= records.length - AHEAD;
  useEffect(() => {
    if (isEndNear) void loadMore();
  }, [isEndNear, loadMore]);
  return (
    <section className="wd-kanban-column" aria-label={option.label} {...target}>
      <h3>
        <StateTag option={option} />
        <span className="wd-figures">{total === undefined ? '' : formatNumber(total)}</span>
      </h3>
      <div ref={frame} className="wd-kanban-cards" aria-busy={isPending}>
        {total === 0 && <p className="wd-kanban-empty">{t('display.columnEmpty')}</p>}
        <ul style={{ height: lines.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const record = records[index];
            if (!record) return null;
            return (
              <RecordCard
                key={key}
                {...{ entity, record, names, fields, onOpen, onEdit, onDelete, onMove }}
                selection={null}
                frame={{
                  ref: (card) => {
                    lines.measureElement(card);
                    focusArrived(card, followed, record.id);
                  },
                  ...{ 'data-index': index },
                  style: { transform: `translateY(${start}px)` },
                  ...cardHands(props, record),
                }}
              />
            );
          })}
        </ul>
      </div>
    </section>
  );
});
