import { useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { Giving, type Way } from './Giving.tsx';

/**
 * Returns the handover and the sharing of a record, as far as the user may perform them, and the open dialog.
 */
export function useGiving(entity: Entity, record: ListRecord | undefined) {
  const [way, setWay] = useState<Way | null>(null);
  const allowed = new Set(record?._actions);
  return {
    handover: allowed.has('handover') ? () => setWay('handover') : undefined,
    share: allowed.has('share') ? () => setWay('share') : undefined,
    dialog: record && way && <Giving {...{ entity, record, way }} onClose={() => setWay(null)} />,
  };
}
