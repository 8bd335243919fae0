import type { PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useText } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import { useSession } from '../../kit/session/session.ts';
import { entityHint, useStationTools } from '../../record/dialog/entityExtras.ts';
import { documentsOfMany, labelsOf } from '../../record/documents/documentsOf.ts';
import type { FixedValues } from '../../record/query/fixed.ts';
import type { ServerNode } from '../../record/query/group.ts';
import { readState } from '../../record/query/query.ts';
import { BulkBar } from '../bulk/BulkBar.tsx';
import { EditBar } from '../edit/EditBar.tsx';
import { ViewMenu } from '../views/ViewMenu.tsx';
import { CreateButton } from './CreateButton.tsx';
import { ListActions } from './ListActions.tsx';
import { ListBody } from './ListBody.tsx';
import { ListDialogs } from './ListDialogs.tsx';
import { ListPager } from './ListPager.tsx';
import { ListTools } from './ListTools.tsx';
import { listAbilities } from './listAbilities.ts';
import { commandsList, commandsStation, commandsTools } from './listCommands.ts';
import { type EntityListState, useEntityList } from './useEntityList.ts';
import { type ListDialogState, useListDialogs } from './useListDialogs.ts';

interface Props {
  entity: Entity;
  page: PageDefinition;
  /** Limits the list to the records of this station. Null for all stations. */
  stationSn: string | null;
  /** Limits the list to records with these values. */
  fixed?: FixedValues | undefined;
  /** Further conditions on the records. The array remains the same object while unchanged. */
  others?: readonly ServerNode[] | undefined;
  /** True for a list within another page, which does not change the address. */
  isWithin?: boolean;
  /** The initial parameters of a list within another page. */
  start?: string | undefined;
  /** True if records cannot be changed or added. */
  isClosed?: boolean | undefined;
}

/**
 * A list with search, filters, sorting, paging and layout. Records can be opened, created, changed and deleted, also in
 * bulk.
 */
export function EntityList({ entity: whole, page, ...place }: Props) {
  const { stationSn, start } = place;
  const text = useText();
  const list = useEntityList(whole, page, place);
  const { entity, phone, access, state, change, data, total, views, edit } = list;
  const dialogs = useListDialogs();
  const create = () => dialogs.edit('new');
  const guard = useUnsavedGuard(edit.drafts.size > 0);
  const Hint = entityHint(entity.name);
  const abilities = listAbilities(list, dialogs);
  const stationTools = commandsStation(useStationTools(entity.name, stationSn), (stationTool) =>
    dialogs.open({ stationTool }),
  );
  useLiveCommands([...stationTools, ...commandsList(entity, abilities)]);

  const closeEdit = async () => {
    if (await guard.ask()) edit.stop();
  };
  /** Shows the list without a view. If a default view exists, the address states that no view is wanted. */
  const reset = () => {
    const opensFirst = views.views.some((view) => view.opensFirst);
    change({ ...readState(entity, new URLSearchParams(start)), view: opensFirst ? 0 : null });
  };

  return (
    <section
      className="wd-list"
      data-layout={phone ? 'phone' : 'desk'}
      aria-label={text(entity.title)}
      aria-busy={data.isPending || data.isPlaceholderData}
    >
      <ListTools
        {...{ entity, state, phone }}
        participation={access.participation}
        unowned={access.handover}
        stationSn={stationSn}
        onChange={change}
        views={<ViewMenu views={views} onReset={reset} />}
        actions={
          <ListActions list={list} tools={[...stationTools, ...commandsTools(abilities)]} onCreate={create} />
        }
      />
      {Hint && <Hint />}
      {edit.on && <EditBar edit={edit} onClose={() => void closeEdit()} />}
      {!edit.on && !phone && <SelectionBar list={list} dialogs={dialogs} />}
      <ListBody
        list={list}
        create={<CreateButton list={list} onCreate={create} />}
        onEdit={dialogs.edit}
        onMove={dialogs.move}
      />
      {data.total !== undefined && (
        <ListPager
          isPaged={isPaged(list.shown.as)}
          {...{ total, current: state.current, size: state.size, mode: data.mode }}
          modes={data.modes}
          loaded={data.records.length}
          onChange={change}
        />
      )}
      {phone && <SelectionBar list={list} dialogs={dialogs} />}
      <ListDialogs list={list} dialogs={dialogs} />
      {/* In its own element, because all holders have the same key. */}
      <div hidden>{list.deletion.holder}</div>
      <div hidden>{list.bulk.holder}</div>
      {guard.holder}
    </section>
  );
}

/** Returns whether this display has pages or loads endlessly. */
const isPaged = (as: EntityListState['shown']['as']): boolean =>
  ['table', 'cards', 'gallery', 'compare', 'feed'].includes(as);

/** Shows the commands for the selection while records are selected. */
function SelectionBar({ list, dialogs }: { list: EntityListState; dialogs: ListDialogState }) {
  const { selection, bulk, total, phone, access, query, columns } = list;
  const can = useSession((session) => session.can);
  if (selection.count === 0 && !selection.picking) return null;
  const [document] = labelsOf(list.whole, can);
  const documents = documentsOfMany(list.whole, can);
  const { request, count } = selection;
  const exporting = { query: { ...request, sort: query.sort, columns }, count };
  return (
    <BulkBar
      {...{ selection, bulk, total, phone }}
      moves={access.moves}
      onMove={(transition) => dialogs.move(null, transition)}
      mayUpdate={access.update}
      mayDelete={access.delete}
      onHandover={access.handover ? () => dialogs.open({ giving: 'handover' }) : undefined}
      onShare={access.share ? () => dialogs.open({ giving: 'share' }) : undefined}
      onExport={access.export ? () => dialogs.open({ exporting }) : undefined}
      onPrint={() => dialogs.open({ printing: request })}
      onDocuments={
        documents.length > 0
          ? () => dialogs.open({ documents: { documents, selection: request, count } })
          : undefined
      }
      onLabels={document && (() => dialogs.open({ labels: { document, selection: request, count } }))}
    />
  );
}
