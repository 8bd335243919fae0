import type { Entity } from '../../core/definitions/entities.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { call } from '../../kit/api/client.ts';
import { later } from '../../kit/overlay/later.tsx';
import { type ListRecord, refreshRecords } from '../calls/useRecords.ts';
import type { Handover } from './HandoverDialog.tsx';
import { useOutcome } from './outcome.ts';

const HandoverDialog = later(() => import('./HandoverDialog.tsx'));
const ShareDialog = later(() => import('./ShareDialog.tsx'));

/** The ways to give other users access to a record. */
export type Way = 'handover' | 'share';

interface Props {
  entity: Entity;
  record: ListRecord;
  way: Way;
  onClose(): void;
}

/** Shows the dialog for handing over or sharing a record. */
export function Giving({ entity, record, way, onClose }: Props) {
  const report = useOutcome();
  async function hand(handover: Handover): Promise<void> {
    const path = { entity: entity.name };
    const body = { selection: { ids: [record.id] }, ...handover };
    report(await call('recordHandover', { path, body }, { quiet: true }), 'handover');
    onClose();
    // A former owner may no longer see the record, and is notified.
    await refreshRecords(entity);
  }
  return way === 'handover' ? (
    <HandoverDialog entity={entity} subject={labelOfRecord(entity, record)} onHand={hand} onClose={onClose} />
  ) : (
    <ShareDialog entity={entity} id={record.id} onClose={onClose} />
  );
}
