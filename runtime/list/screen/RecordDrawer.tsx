import { Drawer } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useEntityName } from '../../form/values/entityName.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useText } from '../../kit/i18n/index.ts';
import { ListFailed } from '../../kit/states/ListStates.tsx';
import { SIZE, SPACE_STEP } from '../../kit/theme/tokens.ts';
import { usePhone } from '../../kit/theme/useMedia.ts';
import { type ListRecord, useRecord } from '../../record/calls/useRecords.ts';
import { RecordGone } from '../../record/screen/RecordGone.tsx';
import { type RecordTab, RecordView } from '../../record/screen/RecordView.tsx';
import { RecordTools } from '../cell/RecordTools.tsx';

interface Props {
  entity: Entity;
  id: number;
  /** The row of the list. It is shown until the current record is loaded. */
  known: ListRecord | undefined;
  onClose(): void;
  onEdit(record: ListRecord): void;
  onDelete(record: ListRecord): void;
}

const FRAME = SPACE_STEP * 12;

/** Shows a record beside its list, with a link to its page. */
export function RecordDrawer({ entity, id, known, onClose, onEdit, onDelete }: Props) {
  const text = useText();
  const { data, isError, error, refetch } = useRecord(entity, id, known);
  const [tab, setTab] = useState<RecordTab>('details');
  const title = useEntityName(entity);
  const phone = usePhone();
  const tools = data && <RecordTools entity={entity} record={data} onEdit={onEdit} onDelete={onDelete} />;
  return (
    <Drawer
      open
      size={SIZE.form + FRAME}
      title={data ? labelOfRecord(entity, data) : text(entity.title)}
      onClose={onClose}
      // A phone has no space for the tools beside the name.
      extra={!phone && tools}
    >
      {isError && !data ? (
        <RecordGone
          error={error}
          failed={<ListFailed title={title} onRetry={() => void refetch()} />}
          onClose={onClose}
        />
      ) : (
        data && (
          <>
            {phone && tools}
            <RecordView entity={entity} record={data} tab={tab} onTab={setTab} />
          </>
        )
      )}
    </Drawer>
  );
}
