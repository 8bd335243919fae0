import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { EntityDefinition, PageDefinition } from '../../generated/definition.ts';
import { entities } from '../../generated/entities.ts';
import { operations } from '../../generated/operations.ts';
import { useT, useText } from '../i18n/index.ts';
import { useSession } from '../shell/session.ts';
import { usePhone } from '../shell/useMedia.ts';
import { Icon } from '../theme/Icon.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { useEntityName } from './entityName.ts';
import { FilterBar } from './FilterBar.tsx';
import './list.css';
import { ListCards } from './ListCards.tsx';
import { ListPager } from './ListPager.tsx';
import { ListEmpty, ListFailed } from './ListStates.tsx';
import { ListTable } from './ListTable.tsx';
import { query_build } from './query.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useColumns } from './useColumns.ts';
import { useDelete } from './useDelete.tsx';
import { useListState } from './useListState.ts';
import { type ListRecord, operation_of, useRecords } from './useRecords.ts';

/** The generated list of an entity: search, filter, sort, page, open, create, change, delete. */
export default function ListPage({ page }: { page: PageDefinition }) {
  const entity = (entities as Record<string, EntityDefinition & { pure: Record<string, unknown> }>)[
    page.entity ?? ''
  ];
  if (!entity) throw new Error(`The list page ${page.name} names no known entity`);
  return <EntityList entity={entity} />;
}

/** 'new', a record that is edited, or nothing. */
type Editing = 'new' | ListRecord | null;

function EntityList({ entity }: { entity: EntityDefinition & { pure: Record<string, unknown> } }) {
  const t = useT();
  const text = useText();
  const phone = usePhone();
  const can = useSession((session) => session.can);
  const { state, change, open, openRecord } = useListState(entity);
  const query = useMemo(() => query_build(entity, state), [entity, state]);
  const { data, isPending, isError, isPlaceholderData, refetch } = useRecords(entity, query);
  const columns = useColumns(entity);
  const [editing, setEditing] = useState<Editing>(null);
  const deletion = useDelete(entity, () => openRecord(null));

  const title = useEntityName(entity);
  const creation = operation_of(entity, 'create');
  const mayCreate = creation !== undefined && can(operations[creation].permission ?? '');
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0;
  const records = data?.records ?? [];
  const rows = {
    entity,
    records,
    columns: columns.shown,
    onOpen: openRecord,
    onEdit: setEditing,
    onDelete: deletion.ask,
  };

  // The last row of a page was deleted: show the page before it.
  const beyond = data !== undefined && records.length === 0 && data.total > 0 && !isPlaceholderData;
  useEffect(() => {
    if (beyond) change({ current: Math.ceil(data.total / state.size) }, { replace: true });
  }, [beyond, change, data?.total, state.size]);

  const create = mayCreate && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setEditing('new')}>
      {t('list.new', { title })}
    </Button>
  );

  return (
    <section
      className="wd-list"
      data-layout={phone ? 'phone' : 'desk'}
      aria-label={text(entity.title)}
      aria-busy={isPending || isPlaceholderData}
    >
      <div className="wd-list-tools">
        <div className="wd-list-narrow">
          {(entity.list.search?.length ?? 0) > 0 && (
            <SearchBox
              label={t('list.search', { title })}
              value={state.search}
              onSearch={(search) => change({ search }, { replace: true })}
            />
          )}
          <FilterBar entity={entity} filters={state.filters} onChange={(filters) => change({ filters })} />
        </div>
        <span className="wd-list-actions">
          {!phone && <ColumnChooser entity={entity} columns={columns} />}
          {create}
        </span>
      </div>
      {isError ? (
        <ListFailed title={title} onRetry={() => void refetch()} />
      ) : !isPending && records.length === 0 && !beyond ? (
        <ListEmpty
          title={title}
          narrowed={narrowed}
          onClear={() => change({ search: '', filters: {} })}
          action={create}
        />
      ) : phone ? (
        <ListCards {...rows} loading={isPending} size={state.size} />
      ) : (
        <ListTable
          {...rows}
          loading={isPending}
          size={state.size}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
        />
      )}
      {data && <ListPager total={data.total} current={state.current} size={state.size} onChange={change} />}
      {open !== null && (
        <RecordDrawer
          entity={entity}
          id={open}
          known={records.find(({ id }) => id === open)}
          onClose={() => openRecord(null)}
          onEdit={setEditing}
          onDelete={deletion.ask}
        />
      )}
      {editing && (
        <RecordDialog
          entity={entity}
          record={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {deletion.holder}
    </section>
  );
}
