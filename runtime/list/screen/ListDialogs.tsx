import { formatNumber } from '../../core/numbers/format.ts';
import { listMissing } from '../../form/why/questions.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { refreshRecords } from '../../record/calls/useRecords.ts';
import { loadMoveDialog, loadMoveQuestion, loadRecordDialog, loadRecordDrawer } from './loadForms.ts';
import type { EntityListState } from './useEntityList.ts';
import type { ListDialogState } from './useListDialogs.ts';

// The dialogs are loaded when they are opened, so that they do not delay the list.
const RecordDrawer = later(loadRecordDrawer);
const RecordDialog = later(loadRecordDialog);
const MoveDialog = later(loadMoveDialog);
const MoveQuestion = later(loadMoveQuestion);
const BulkEditDialog = later(() => import('../bulk/BulkEditDialog.tsx'));
const HandoverDialog = later(() => import('../../record/giving/HandoverDialog.tsx'));
const ShareManyDialog = later(() => import('../../record/giving/ShareManyDialog.tsx'));
const MonthSheet = later(() => import('../print/MonthSheet.tsx'));
const PrintView = later(() => import('../print/PrintView.tsx'));
const LabelsDialog = later(() => import('../../record/documents/LabelsDialog.tsx'));
const ManyDocumentsDialog = later(() => import('../../record/documents/ManyDocumentsDialog.tsx'));
const SubscribeDialog = later(() => import('../subscribe/SubscribeDialog.tsx'));
const WhyNot = later(() => import('../../form/why/WhyNot.tsx'));
const ImportDialog = later(() => import('../excel/ImportDialog.tsx'));
const ExportDialog = later(() => import('../excel/ExportDialog.tsx'));

interface Props {
  list: EntityListState;
  dialogs: ListDialogState;
}

/** Renders the overlays of the list: a record, a form, import, export, printing. */
export function ListDialogs({ list, dialogs }: Props) {
  const { opened, close, edit } = dialogs;
  const { entity, whole, access, bulk, columns, data, deletion, open, openRecord, query, state } = list;
  const { record, importing, exporting, printing, documents, labels, subscribing, stationTool, wondering } =
    opened;
  return (
    <>
      {open !== null && access.open && (list.phone || list.shown.as !== 'workbench') && (
        <RecordDrawer
          entity={whole}
          id={open}
          known={data.records.find(({ id }) => id === open)}
          onClose={() => openRecord(null)}
          onEdit={edit}
          onDelete={deletion.ask}
        />
      )}
      {record && (
        <RecordDialog
          {...{ entity, preset: list.preset }}
          record={record === 'new' ? null : record}
          onClose={() => close('record')}
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
      {documents && <ManyDocumentsDialog entity={whole} {...documents} onClose={() => close('documents')} />}
      {labels && <LabelsDialog entity={whole} {...labels} onClose={() => close('labels')} />}
      {importing && (
        <ImportDialog
          entity={entity}
          modes={access.imports}
          onDone={() => void refreshRecords(entity)}
          onClose={() => close('importing')}
        />
      )}
      {exporting && <ExportDialog entity={entity} {...exporting} onClose={() => close('exporting')} />}
      {printing && list.shown.as === 'timeline' && !printing.ids && (
        <MonthSheet {...{ entity, state, query }} display={list.shown} onClose={() => close('printing')} />
      )}
      {printing && (list.shown.as !== 'timeline' || printing.ids) && (
        <PrintView
          {...{ entity, state }}
          selection={printing}
          sort={query.sort}
          columns={entity.list.print ?? columns}
          onClose={() => close('printing')}
        />
      )}
      {subscribing && (
        <SubscribeDialog entity={whole} selection={list.narrowing} onClose={() => close('subscribing')} />
      )}
      <PickedDialogs list={list} dialogs={dialogs} />
      {stationTool && list.stationSn !== null && (
        <stationTool.Dialog stationSn={list.stationSn} onClose={() => close('stationTool')} />
      )}
      {wondering && (
        <WhyNot entity={whole} action={listMissing(entity, access)[0]} onClose={() => close('wondering')} />
      )}
    </>
  );
}

/** Asks for the input of a transition, or for the new owner of the selected records. */
function PickedDialogs({ list, dialogs: { opened, close } }: Props) {
  const t = useT();
  const text = useText();
  const { entity, whole, bulk } = list;
  const { moving, giving } = opened;
  const picked = t('list.selected', { count: formatNumber(list.selection.count) });
  return (
    <>
      {moving?.record && (
        <MoveDialog
          entity={entity.name}
          record={moving.record}
          transition={moving.transition}
          onClose={() => close('moving')}
        />
      )}
      {moving && !moving.record && (
        <MoveQuestion
          entity={whole}
          transition={moving.transition}
          title={text(moving.transition.title)}
          subject={picked}
          start={{}}
          onMove={async (form) => {
            if (await bulk.move(moving.transition, form)) close('moving');
          }}
          onClose={() => close('moving')}
        />
      )}
      {giving === 'handover' && (
        <HandoverDialog
          entity={whole}
          subject={picked}
          onHand={async (handover) => {
            if (await bulk.handOver(handover)) close('giving');
          }}
          onClose={() => close('giving')}
        />
      )}
      {giving === 'share' && (
        <ShareManyDialog
          subject={picked}
          onShare={async (wish) => {
            if (await bulk.share(wish)) close('giving');
          }}
          onClose={() => close('giving')}
        />
      )}
    </>
  );
}
