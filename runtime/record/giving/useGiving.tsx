import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { call } from '../../kit/api/client.ts';
import { later } from '../../kit/overlay/later.tsx';
import { type ListRecord, refreshRecords } from '../calls/useRecords.ts';
import type { Handover } from './HandoverDialog.tsx';
import { useOutcome } from './outcome.ts';

const HandoverDialog = later(() => import('./HandoverDialog.tsx'));
const ShareDialog = later(() => import('./ShareDialog.tsx'));

/** Hands a record over and shares it, as far as its reader may: what they can do, and the dialog that is open. */
export function useGiving(entity: Entity, record: ListRecord | undefined) {
  const tell = useOutcome();
  const [opened, setOpened] = useState<'handover' | 'share' | null>(null);
  const allowed = new Set(record?._actions);
  const close = () => setOpened(null);

  async function hand(id: number, handover: Handover): Promise<void> {
    const path = { entity: entity.name };
    const body = { selection: { ids: [id] }, ...handover };
    tell(await call('recordHandover', { path, body }, { quiet: true }), 'handover');
    close();
    // Whoever saw it as its owner alone is told that it is gone.
    await refreshRecords(entity);
  }

  return {
    handover: allowed.has('handover') ? () => setOpened('handover') : undefined,
    share: allowed.has('share') ? () => setOpened('share') : undefined,
    dialog: record && (
      <>
        {opened === 'handover' && (
          <HandoverDialog
            entity={entity}
            subject={labelOfRecord(entity, record)}
            onHand={(handover: Handover) => hand(record.id, handover)}
            onClose={close}
          />
        )}
        {opened === 'share' && <ShareDialog entity={entity} id={record.id} onClose={close} />}
      </>
    ),
  };
}
