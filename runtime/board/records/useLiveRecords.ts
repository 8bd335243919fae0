import { useEffect } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { windowLive } from '../../kit/api/live.ts';
import { useGuest } from '../widget/guest.ts';

/** Requests again when the server reports that records of this entity have changed, if it does so. */
export function useLiveRecords(entity: Entity | undefined, refresh: () => void): void {
  const guest = useGuest();
  const live = guest ? undefined : entity?.list.live;
  useEffect(() => {
    if (live) return windowLive()[live](refresh);
  }, [live, refresh]);
}
