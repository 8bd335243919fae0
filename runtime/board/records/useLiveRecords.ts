import { useEffect } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { windowLive } from '../../kit/api/live.ts';
import { useGuest } from '../widget/guest.ts';

/** Asks again when the server reports that records of this kind have changed, if it reports that. */
export function useLiveRecords(entity: Entity | undefined, refresh: () => void): void {
  const guest = useGuest();
  const live = guest ? undefined : entity?.list.live;
  useEffect(() => {
    if (live) return windowLive()[live](refresh);
  }, [live, refresh]);
}
