import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT } from '../../kit/i18n/index.ts';
import { ListFailed } from '../../kit/states/ListStates.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { SPACE_STEP } from '../../kit/theme/tokens.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { type ListRecord, useRecord } from '../../record/calls/useRecords.ts';
import { RecordGone } from '../../record/screen/RecordGone.tsx';
import { type RecordTab, RecordView } from '../../record/screen/RecordView.tsx';
import { Cell } from '../cell/Cell.tsx';
import { RecordTools } from '../cell/RecordTools.tsx';
import type { DisplayProps } from './displayProps.ts';
import './workbench.css';

const LINE_HEIGHT = SPACE_STEP * 16;
/** Number of rows before the end at which more records are requested. */
const AHEAD = 20;
/** The number of fields below the name. */
const BELOW = 2;

/** Shows the records at the left and the selected one at the right. On a phone the record covers the list. */
export default function Workbench(props: DisplayProps) {
  const { entity, records, columns, names, more, onMore, open, onOpen } = props;
  const phone = usePhone();
  const frame = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: records.length,
    getScrollElement: () => frame.current,
    estimateSize: useCallback(() => LINE_HEIGHT, []),
    overscan: 4,
    useFlushSync: false,
  });
  const items = lines.getVirtualItems();
  const isEndNear = more && (items.at(-1)?.index ?? 0) >= records.length - AHEAD;
  useEffect(() => {
    if (isEndNear) onMore();
  }, [isEndNear, onMore]);
  const chosen = open ?? (phone ? null : (records[0]?.id ?? null));
  const below = columns.filter((name) => name !== entity.label).slice(0, BELOW);
  return (
    <div className="wd-display wd-workbench">
      <div className="wd-workbench-list wd-card" ref={frame}>
        <ul style={{ height: lines.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const record = records[index]!;
            return (
              <li key={record.id} style={{ transform: `translateY(${start}px)`, height: LINE_HEIGHT }}>
                <button
                  type="button"
                  aria-current={record.id === chosen || undefined}
                  disabled={!onOpen}
                  onClick={() => onOpen?.(record.id)}
                >
                  <strong className="wd-ellipsis">{labelOfRecord(entity, record)}</strong>
                  <span className="wd-ellipsis">
                    {below.map((name) => (
                      <span key={name}>
                        <Cell {...{ entity, name, record, names }} value={record[name]} />
                      </span>
                    ))}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      {!phone && chosen !== null && (
        <Chosen key={chosen} {...props} id={chosen} known={records.find(({ id }) => id === chosen)} />
      )}
    </div>
  );
}

type ChosenProps = Pick<DisplayProps, 'onEdit' | 'onDelete' | 'onOpen'> & {
  entity: Entity;
  id: number;
  known: ListRecord | undefined;
};

function Chosen({ entity, id, known, onEdit, onDelete }: ChosenProps) {
  const t = useT();
  const title = useEntityName(entity);
  const { data, isError, error, refetch } = useRecord(entity, id, known);
  const [tab, setTab] = useState<RecordTab>('details');
  return (
    <section className="wd-workbench-record wd-card" aria-label={data ? labelOfRecord(entity, data) : title}>
      {isError && !data ? (
        <RecordGone
          error={error}
          failed={<ListFailed title={title} onRetry={() => void refetch()} />}
          onClose={() => void refetch()}
        />
      ) : data ? (
        <>
          <header>
            <h3 className="wd-ellipsis">{labelOfRecord(entity, data)}</h3>
            <RecordTools entity={entity} record={data} onEdit={onEdit} onDelete={onDelete} />
          </header>
          <RecordView entity={entity} record={data} tab={tab} onTab={setTab} />
        </>
      ) : (
        <PageSkeleton />
      )}
      <span className="wd-hidden" role="status">
        {data ? '' : t('common.loading')}
      </span>
    </section>
  );
}
