import { type ReactNode, useCallback } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { ListEmpty, ListFailed, ListForbidden } from '../../kit/states/ListStates.tsx';
import { isNarrowed, type ListState, NOT_NARROWED } from '../../record/query/query.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { ListCards } from '../cards/ListCards.tsx';
import type { RowActions } from '../cell/RowMenu.tsx';
import type { RefNames } from '../cell/useRefNames.ts';
import type { InlineEdit } from '../edit/useInlineEdit.ts';
import { ListTable } from '../table/ListTable.tsx';
import type { ListLayout } from '../table/layout.ts';
import type { Sums } from '../table/TotalsRow.tsx';
import type { ListRecords } from './useListRecords.ts';

interface Props extends RowActions {
  entity: Entity;
  data: ListRecords;
  names: RefNames;
  phone: boolean;
  state: ListState;
  columns: readonly string[];
  /** Behind the last page; the page before it is on its way. */
  beyond: boolean;
  sums: Sums | null;
  layout: ListLayout;
  onLayout(layout: ListLayout): void;
  selection: Selection | null;
  edit: InlineEdit | null;
  create: ReactNode;
  onChange(part: Partial<ListState>): void;
}

const FORBIDDEN = 403;

/** The rows, or why there are none. */
export function ListBody(props: Props) {
  const { entity, data, names, phone, state, columns, beyond, create, onChange } = props;
  const { selection, edit, sums, layout, onLayout, onOpen, onEdit, onDelete } = props;
  const title = useEntityName(entity);
  const { records, isPending, isError, error, loadMore, loadingMore } = data;
  const onMore = useCallback(() => {
    if (!loadingMore) void loadMore();
  }, [loadMore, loadingMore]);

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
        onClear={() => onChange(NOT_NARROWED)}
        action={create}
      />
    );
  const rows = {
    ...{ entity, records, names, selection, onMore, onOpen, onEdit, onDelete },
    loading: isPending,
    size: state.size,
    more: data.more,
  };
  if (phone) return <ListCards {...{ ...rows, columns, loadingMore, sums }} />;
  return (
    <ListTable
      {...rows}
      {...{ layout, onLayout, edit, sums }}
      tree={data.tree}
      total={data.total ?? 0}
      sort={state.sort}
      onSort={(sort) => onChange({ sort })}
    />
  );
}
