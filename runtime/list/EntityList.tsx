import { Button } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { PageDefinition } from '../../generated/definition.ts';
import { useLiveCommands } from '../command/commandStore.ts';
import type { Entity } from '../core/definitions/entities.ts';
import { ExportButton } from '../excel/ExportButton.tsx';
import { ImportButton } from '../excel/ImportButton.tsx';
import { useUnsavedGuard } from '../form/guard.tsx';
import { useT, useText } from '../i18n/index.ts';
import { usePhone } from '../shell/useMedia.ts';
import { Icon } from '../theme/Icon.tsx';
import { BulkBar } from './bulk/BulkBar.tsx';
import { useBulk } from './bulk/useBulk.tsx';
import { type SelectedRecords, useSelection } from './bulk/useSelection.ts';
import { EditBar } from './edit/EditBar.tsx';
import { useInlineEdit } from './edit/useInlineEdit.ts';
import { useEntityName } from './entityName.ts';
import { ListBody } from './ListBody.tsx';
import { ListPager } from './ListPager.tsx';
import { IconButton, ListTools } from './ListTools.tsx';
import { commands_list } from './listCommands.ts';
import { query_build, selection_build, state_read } from './query.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import { ColumnChooser } from './table/ColumnChooser.tsx';
import { layout_order } from './table/layout.ts';
import { useRefNames } from './table/useRefNames.ts';
import { useTableLayout } from './table/useTableLayout.ts';
import { useDelete } from './useDelete.tsx';
import { useListAccess } from './useListAccess.ts';
import { useListState } from './useListState.ts';
import { type ListRecord, records_refresh, useRecords } from './useRecords.ts';
import { useTotals } from './useTotals.ts';
import { useViews } from './views/useViews.ts';
import { ViewMenu } from './views/ViewMenu.tsx';

interface Props {
  entity: Entity;
  page: PageDefinition;
}

// What few openings of a list need is loaded when it is asked for.
const BulkEditDialog = lazy(() => import('./bulk/BulkEditDialog.tsx'));
const PrintView = lazy(() => import('./print/PrintView.tsx'));

/** 'new', a record that is edited, or nothing. */
type Editing = 'new' | ListRecord | null;

/** Search, filter, sort, page, arrange, open, create, change, delete, one by one or many at once. */
export function EntityList({ entity, page }: Props) {
  const t = useT();
  const text = useText();
  const phone = usePhone();
  const title = useEntityName(entity);
  const access = useListAccess(entity, page);
  const list = useListState(entity);
  const { state, change, open, openRecord } = list;
  const query = useMemo(() => query_build(entity, state), [entity, state]);
  const narrowing = useMemo(() => selection_build(entity, state), [entity, state]);
  const data = useRecords(entity, query, state);
  const { records, total = 0, isPending, isPlaceholderData } = data;
  const views = useViews(entity, page.name, state, list.told, change);
  const arranged = useTableLayout(entity, state.columns, (columns) => change({ columns }));
  const columns = useMemo(() => layout_order(entity, arranged.layout), [entity, arranged.layout]);
  const names = useRefNames(entity, columns, records);
  const sums = useTotals(entity, narrowing);
  const selection = useSelection(records, narrowing, total);
  const bulk = useBulk(entity, selection);
  const edit = useInlineEdit(entity, records, columns);
  const guard = useUnsavedGuard(edit.drafts.size > 0);
  const deletion = useDelete(entity, () => openRecord(null));
  const [editing, setEditing] = useState<Editing>(null);
  const [printing, setPrinting] = useState<SelectedRecords | null>(null);

  // The last row of a page was deleted: show the page before it.
  const beyond = !isPending && !isPlaceholderData && records.length === 0 && total > 0;
  useEffect(() => {
    if (beyond) change({ current: Math.ceil(total / state.size) }, { replace: true });
  }, [beyond, change, total, state.size]);

  const closeEdit = async () => {
    if (await guard.ask()) edit.stop();
  };
  /** Without a view; when one would open by itself, the address says that none is wanted. */
  const reset = () => {
    const opensFirst = views.views.some((view) => view.opensFirst);
    change({ ...state_read(entity, new URLSearchParams()), view: opensFirst ? 0 : null });
  };

  useLiveCommands(
    commands_list({
      title: entity.title,
      searchable: (entity.list.search?.length ?? 0) > 0,
      onCreate: access.create ? () => setEditing('new') : undefined,
      onEdit: !phone && access.update && !edit.on ? edit.start : undefined,
      onPrint: phone ? undefined : () => setPrinting(narrowing),
    }),
  );

  const create = access.create && (
    <Button
      type="primary"
      icon={<Icon name="plus" />}
      aria-label={t('list.new', { title })}
      onClick={() => setEditing('new')}
    >
      {!phone && t('list.new', { title })}
    </Button>
  );
  const printButton = (
    <IconButton icon="print" label={t('list.print')} onClick={() => setPrinting(narrowing)} />
  );

  return (
    <section
      className="wd-list"
      data-layout={phone ? 'phone' : 'desk'}
      aria-label={text(entity.title)}
      aria-busy={isPending || isPlaceholderData}
    >
      <ListTools
        {...{ entity, state, phone }}
        participation={access.participation}
        onChange={change}
        views={<ViewMenu views={views} onReset={reset} />}
        actions={
          <>
            {!phone && access.update && !edit.on && (
              <IconButton icon="edit" label={t('list.editMode')} onClick={edit.start} />
            )}
            {!phone && access.import && (
              <ImportButton entity={entity} onDone={() => void records_refresh(entity)} />
            )}
            {!phone && access.export && (
              <ExportButton entity={entity} query={{ ...query, columns }} count={total} command />
            )}
            {!phone && printButton}
            {!phone && (
              <ColumnChooser
                entity={entity}
                layout={arranged.layout}
                custom={arranged.custom}
                onChange={arranged.change}
              />
            )}
            {create}
          </>
        }
      />
      {edit.on ? (
        <EditBar edit={edit} onClose={() => void closeEdit()} />
      ) : (
        selection.count > 0 && (
          <BulkBar {...{ selection, bulk, total }} mayUpdate={access.update} mayDelete={access.delete}>
            {access.export && (
              <ExportButton
                entity={entity}
                query={{ ...selection.request, sort: query.sort, columns }}
                count={selection.count}
              />
            )}
            <IconButton icon="print" label={t('list.print')} onClick={() => setPrinting(selection.request)} />
          </BulkBar>
        )
      )}
      <ListBody
        {...{ entity, data, names, phone, state, columns, beyond, sums }}
        layout={arranged.layout}
        onLayout={arranged.change}
        selection={edit.on ? null : selection}
        edit={edit.on ? edit : null}
        create={create}
        onChange={change}
        onOpen={openRecord}
        onEdit={setEditing}
        onDelete={deletion.ask}
      />
      {data.total !== undefined && (
        <ListPager
          {...{ total, current: state.current, size: state.size, mode: state.mode }}
          loaded={records.length}
          onChange={change}
        />
      )}
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
      <Suspense>
        {bulk.editing && (
          <BulkEditDialog
            entity={entity}
            count={bulk.editing.count}
            onSave={bulk.save}
            onCancel={bulk.cancel}
          />
        )}
        {printing && (
          <PrintView
            {...{ entity, state }}
            selection={printing}
            sort={query.sort}
            columns={entity.list.print ?? columns}
            onClose={() => setPrinting(null)}
          />
        )}
      </Suspense>
      {/* Each holder has the same key. */}
      <div hidden>{deletion.holder}</div>
      <div hidden>{bulk.holder}</div>
      {guard.holder}
    </section>
  );
}
