import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { listMissing } from '../../form/why/questions.ts';
import { CommandIcon, CommandMenu } from '../../kit/command/CommandButton.tsx';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import { later } from '../../kit/overlay/later.tsx';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { useDelete } from '../../record/calls/useDelete.ts';
import { type ListRecord, refreshRecords } from '../../record/calls/useRecords.ts';
import { entityHint } from '../../record/dialog/entityExtras.ts';
import { RecordDialog } from '../../record/dialog/RecordDialog.tsx';
import {
  buildQuery,
  buildSelection,
  isNarrowed,
  NOT_NARROWED,
  readState,
  type SelectedRecords,
} from '../../record/query/query.ts';
import { BulkBar } from '../bulk/BulkBar.tsx';
import { useBulk } from '../bulk/useBulk.tsx';
import { useSelection } from '../bulk/useSelection.ts';
import { useRefNames } from '../cell/useRefNames.ts';
import { EditBar } from '../edit/EditBar.tsx';
import { useInlineEdit } from '../edit/useInlineEdit.ts';
import type { ExportQuery } from '../excel/ExportDialog.tsx';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { orderLayout } from '../table/layout.ts';
import { useTableLayout } from '../table/useTableLayout.ts';
import { useViews } from '../views/useViews.ts';
import { ViewMenu } from '../views/ViewMenu.tsx';
import { ListBody } from './ListBody.tsx';
import { ListPager } from './ListPager.tsx';
import { ListTools } from './ListTools.tsx';
import { commandsList, commandsTools, focusSearch } from './listCommands.ts';
import { RecordDrawer } from './RecordDrawer.tsx';
import { useListAccess } from './useListAccess.ts';
import { useListRecords } from './useListRecords.ts';
import { useListState } from './useListState.ts';
import { useTotals } from './useTotals.ts';

interface Props {
  entity: Entity;
  page: PageDefinition;
}

// What few openings of a list need is loaded when it is asked for.
const BulkEditDialog = later(() => import('../bulk/BulkEditDialog.tsx'));
const PrintView = later(() => import('../print/PrintView.tsx'));
const WhyNot = later(() => import('../../form/why/WhyNot.tsx'));
const ImportDialog = later(() => import('../excel/ImportDialog.tsx'));
const ExportDialog = later(() => import('../excel/ExportDialog.tsx'));

/** 'new', a record that is edited, or nothing. */
type Editing = 'new' | ListRecord | null;
type Exporting = { query: ExportQuery; count: number };

/** Search, filter, sort, page, arrange, open, create, change, delete, one by one or many at once. */
export function EntityList({ entity: whole, page }: Props) {
  const entity = useEntityFor(whole, 'read');
  const t = useT();
  const text = useText();
  const phone = usePhone();
  const title = useEntityName(entity);
  const Hint = entityHint(entity.name);
  const access = useListAccess(entity, page);
  const list = useListState(entity);
  const { state, change, open, openRecord } = list;
  const query = useMemo(() => buildQuery(entity, state), [entity, state]);
  const narrowing = useMemo(() => buildSelection(entity, state), [entity, state]);
  const data = useListRecords(entity, query, state, phone);
  const { records, total = 0, isPending, isPlaceholderData } = data;
  const views = useViews(entity, page.name, state, list.told, change);
  const arranged = useTableLayout(entity, state.columns, (columns) => change({ columns }));
  const columns = useMemo(() => orderLayout(entity, arranged.layout), [entity, arranged.layout]);
  const names = useRefNames(entity, columns, records);
  const sums = useTotals(entity, narrowing);
  const selection = useSelection(data.found, narrowing, total);
  const bulk = useBulk(entity, selection);
  const edit = useInlineEdit(entity, records, columns);
  const guard = useUnsavedGuard(edit.drafts.size > 0);
  const deletion = useDelete(entity, () => openRecord(null));
  const [editing, setEditing] = useState<Editing>(null);
  const [printing, setPrinting] = useState<SelectedRecords | null>(null);
  const [importing, setImporting] = useState(false);
  const [wondering, setWondering] = useState(false);
  const [exporting, setExporting] = useState<Exporting | null>(null);

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
    change({ ...readState(entity, new URLSearchParams()), view: opensFirst ? 0 : null });
  };

  const [missing] = listMissing(entity, access);
  const many = access.update || access.delete || access.export;
  const abilities = {
    create: access.create ? () => setEditing('new') : undefined,
    search: (entity.list.search?.length ?? 0) > 0 ? focusSearch : undefined,
    edit: !phone && access.update && !edit.on ? edit.start : undefined,
    select: phone && many && !selection.picking ? selection.pick : undefined,
    import: access.import ? () => setImporting(true) : undefined,
    export: access.export ? () => setExporting({ query: { ...query, columns }, count: total }) : undefined,
    print: () => setPrinting(narrowing),
    why: missing ? () => setWondering(true) : undefined,
    treeOpen: data.tree && !data.tree.anyOpen ? () => data.tree?.turnAll(true) : undefined,
    treeClose: data.tree?.anyOpen ? () => data.tree?.turnAll(false) : undefined,
    clear: isNarrowed(state) ? () => change(NOT_NARROWED) : undefined,
  };
  const tools = commandsTools(abilities);
  useLiveCommands(commandsList(entity, abilities));

  const creation = (short: boolean) =>
    access.create && (
      <Button
        type="primary"
        icon={<Icon name="plus" />}
        aria-label={t('list.new', { title })}
        onClick={() => setEditing('new')}
      >
        {!short && t('list.new', { title })}
      </Button>
    );
  const bulkBar =
    selection.count > 0 || selection.picking ? (
      <BulkBar
        {...{ selection, bulk, total, phone }}
        mayUpdate={access.update}
        mayDelete={access.delete}
        onExport={
          access.export
            ? () =>
                setExporting({
                  query: { ...selection.request, sort: query.sort, columns },
                  count: selection.count,
                })
            : undefined
        }
        onPrint={() => setPrinting(selection.request)}
      />
    ) : null;

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
            {phone ? (
              <CommandMenu commands={tools} />
            ) : (
              tools.map((command) => <CommandIcon key={command.id} command={command} />)
            )}
            {!phone && (
              <ColumnChooser
                entity={entity}
                layout={arranged.layout}
                custom={arranged.custom}
                onChange={arranged.change}
              />
            )}
            {creation(phone)}
          </>
        }
      />
      {Hint && <Hint />}
      {edit.on ? <EditBar edit={edit} onClose={() => void closeEdit()} /> : !phone && bulkBar}
      <ListBody
        {...{ entity, data, names, phone, state, columns, beyond, sums }}
        layout={arranged.layout}
        onLayout={arranged.change}
        selection={edit.on ? null : selection}
        edit={edit.on ? edit : null}
        create={creation(false)}
        onChange={change}
        onOpen={access.open ? openRecord : null}
        onEdit={setEditing}
        onDelete={deletion.ask}
      />
      {data.total !== undefined && (
        <ListPager
          {...{ total, current: state.current, size: state.size, mode: data.mode }}
          modes={data.modes}
          loaded={records.length}
          onChange={change}
        />
      )}
      {phone && bulkBar}
      {open !== null && access.open && (
        <RecordDrawer
          entity={whole}
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
      {bulk.editing && (
        <BulkEditDialog
          entity={entity}
          count={bulk.editing.count}
          onSave={bulk.save}
          onCancel={bulk.cancel}
        />
      )}
      {importing && (
        <ImportDialog
          entity={entity}
          modes={access.imports}
          onDone={() => void refreshRecords(entity)}
          onClose={() => setImporting(false)}
        />
      )}
      {exporting && <ExportDialog entity={entity} {...exporting} onClose={() => setExporting(null)} />}
      {printing && (
        <PrintView
          {...{ entity, state }}
          selection={printing}
          sort={query.sort}
          columns={entity.list.print ?? columns}
          onClose={() => setPrinting(null)}
        />
      )}
      {wondering && <WhyNot entity={whole} action={missing} onClose={() => setWondering(false)} />}
      {/* Each holder has the same key. */}
      <div hidden>{deletion.holder}</div>
      <div hidden>{bulk.holder}</div>
      {guard.holder}
    </section>
  );
}
