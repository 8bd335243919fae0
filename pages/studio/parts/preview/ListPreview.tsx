import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import '../../../../runtime/list/screen/list.css';
import { useRefNames } from '../../../../runtime/list/cell/useRefNames.ts';
import { layoutDefault } from '../../../../runtime/list/table/columnLayout.ts';
import { ListTable } from '../../../../runtime/list/table/ListTable.tsx';
import type { ListRecord } from '../../../../runtime/record/calls/useRecords.ts';
import { SampleNote } from './SampleNote.tsx';
import { usePreviewRecords } from './usePreviewRecords.ts';

const nothing = (): void => undefined;
const NO_RECORDS: ListRecord[] = [];

export function ListPreview({ entity }: { entity: Entity }) {
  const { records, isSample } = usePreviewRecords(entity);
  const names = useRefNames(entity, entity.list.columns, isSample ? NO_RECORDS : records);
  return (
    <>
      <SampleNote shown={isSample} />
      <div className="wd-list wd-studio-list" inert>
        <ListTable
          entity={entity}
          records={records}
          names={names}
          loading={false}
          size={records.length}
          selection={null}
          more={false}
          onMore={nothing}
          total={records.length}
          layout={layoutDefault(entity)}
          onLayout={nothing}
          sort={entity.list.sort ?? []}
          onSort={nothing}
          edit={null}
          tree={null}
          sums={null}
          onOpen={nothing}
          onEdit={nothing}
          onDelete={nothing}
          onMove={nothing}
        />
      </div>
    </>
  );
}
