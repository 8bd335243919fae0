import { Button } from 'antd';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Transition } from '../../../generated/definition.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSiteStore } from '../../kit/session/site.ts';
import { ListEmpty, ListFailed, ListForbidden } from '../../kit/states/ListStates.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { isNarrowed, NOT_NARROWED } from '../../record/query/query.ts';
import { ListCards } from '../cards/ListCards.tsx';
import { DisplayBody } from '../displays/DisplayBody.tsx';
import { ListTable } from '../table/ListTable.tsx';
import { isFigures, layoutWithFigures, layoutWithoutFigures } from '../table/rowFigures.ts';
import { useRowFigures } from '../table/useRowFigures.ts';
import type { EntityListState } from './useEntityList.ts';

interface Props {
  list: EntityListState;
  create: ReactNode;
  onEdit(record: ListRecord): void;
  onMove(record: ListRecord, transition: Transition): void;
}

const FORBIDDEN = 403;

const ownRecord = (records: readonly ListRecord[], shown: ListRecord): ListRecord =>
  records.find(({ id }) => id === shown.id) ?? shown;

/** Shows the rows, or the reason why there are none. */
export function ListBody({ list, create, onEdit, onMove }: Props) {
  const { data, names, phone, state, columns, beyond, change, table, sums, edit } = list;
  const t = useT();
  const text = useText();
  const selectAll = useSiteStore((site) => site.selectAll);
  const { entity, records, names: known } = useRowFigures(list.entity, data.records);
  const layout = useMemo(() => layoutWithFigures(table.layout, known), [table.layout, known]);
  const figures = useMemo(() => layout.shown.filter(isFigures), [layout]);
  const title = useEntityName(entity);
  const words = entity.list.empty;
  const { isPending, isError, error, loadMore, loadingMore } = data;
  const onMore = useCallback(() => {
    if (!loadingMore) void loadMore();
  }, [loadMore, loadingMore]);

  // Forms get the record without the list's additional figures.
  const edited = useCallback(
    (record: ListRecord) => onEdit(ownRecord(data.records, record)),
    [data.records, onEdit],
  );
  const moved = useCallback(
    (record: ListRecord, transition: Transition) => onMove(ownRecord(data.records, record), transition),
    [data.records, onMove],
  );

  if (isError && records.length === 0)
    return error instanceof ApiError && error.status === FORBIDDEN ? (
      <ListForbidden title={title} />
    ) : (
      <ListFailed title={title} onRetry={data.retry} />
    );
  if (!isPending && records.length === 0 && !beyond)
    return (
      <ListEmpty
        title={title}
        narrowed={isNarrowed(state)}
        text={words ? text(words) : list.access.create ? undefined : t('list.emptyOthers')}
        onClear={() => change(NOT_NARROWED)}
        action={
          <>
            {create}
            {list.stationSn !== null && <Button onClick={selectAll}>{t('shell.siteAll')}</Button>}
          </>
        }
      />
    );
  const rows = {
    ...{ entity, records, names, onMore },
    ...{ onEdit: edited, onMove: moved },
    selection: edit.on ? null : list.selection,
    onOpen: list.access.open ? list.openRecord : null,
    onDelete: list.deletion.ask,
    loading: isPending,
    size: state.size,
    more: data.more,
  };
  const { shown } = list;
  if (shown.as !== 'table')
    return <DisplayBody {...rows} {...{ columns }} display={shown} query={list.query} open={list.open} />;
  if (phone) return <ListCards {...{ ...rows, columns, figures, loadingMore, sums }} />;
  return (
    <ListTable
      {...rows}
      layout={layout}
      onLayout={(next) => table.change(layoutWithoutFigures(next))}
      edit={edit.on ? edit : null}
      sums={sums}
      tree={data.tree}
      total={list.total}
      sort={state.sort}
      onSort={(sort) => change({ sort })}
    />
  );
}
