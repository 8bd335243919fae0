/** The events that parts of the server send each other, in every process. */

export interface LivePoint {
  sn: string;
  /** Epoch milliseconds. */
  ts: number;
  value: number | string | boolean | null;
  /** 0 good (also if missing), 1 uncertain, 2 bad. A bad value is not shown as the latest one, and is not counted. */
  quality?: number;
}

export type HubEvent =
  /**
   * A deleted record is in the recycle bin. It may be restored until it is purged. `steered` is true if the controller
   * of strategies made this change itself, so that it does not decide again because of it.
   */
  | {
      type: 'entity';
      entity: string;
      tenantId: number;
      id: number;
      do: 'create' | 'update' | 'delete' | 'purge';
      steered?: true;
    }
  /** `since`: they stand for earlier ones, from this time on (epoch milliseconds). */
  | { type: 'points'; tenantId: number; points: LivePoint[]; since?: number }
  /** Latest values without points: imported ones, and those whose newest point was marked as bad later. */
  | { type: 'latest'; tenantId: number; sns: readonly string[] }
  | { type: 'alarm'; tenantId: number; stationSn: string; alarmId: number; status: number }
  /** A command that waits for its device. The process to which the device is connected sends it. */
  | {
      type: 'control';
      tenantId: number;
      deviceSn: string;
      commandId: number;
      params: Record<string, number | string | boolean>;
    }
  /** Counters decreased, or a user decided about a decrease. */
  | { type: 'counters' }
  /** Points of these variables were deleted, so their newest value may be an older one. */
  | { type: 'takenBack'; tenantId: number; ids: readonly number[] }
  /** Shared attributes of a device were changed (those with this time), or one was deleted. */
  | { type: 'attributes'; tenantId: number; deviceSn: string; at: string }
  | { type: 'attributes'; tenantId: number; deviceSn: string; deleted: string }
  /** Something new is pending for these users, or is no longer pending. */
  | { type: 'counts'; tenantId: number; userIds: readonly number[] }
  /** Definitions were applied or undone: every process reads them again. */
  | { type: 'definitions' }
  /** Events of other processes may have been missed, so caches are read again. */
  | { type: 'resync' };
