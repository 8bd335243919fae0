import { useEffect } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { windowLive } from '../../kit/api/live.ts';
import { useGuest } from '../widget/guest.ts';

/** Refreshes after the server reports changed records of this entity. Some entities have no such reports. */
export function useLiveRecords(entity: Entity | undefined, refresh: () => void): void {
  const guest = useGuest();
  const live = guest ? undefined : entity?.list.live;
  useEffect(() => {
    if (live) return windowLive()[live](refresh);
  }, [live, refresh]);
}
