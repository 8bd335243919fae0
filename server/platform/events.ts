/** The events that the parts of the server send to each other, across all processes. */

export interface LivePoint {
  sn: string;
  /** Epoch milliseconds. */
  ts: number;
  value: number | string | boolean | null;
  /** 0 good (default), 1 uncertain, 2 bad. Bad values are not shown as the latest value and are not counted. */
  quality?: number;
}

export type HubEvent =
  /**
   * A deleted record is in the recycle bin and can be restored until it is purged. `steered` is true for changes by the
   * controller of strategies. The controller ignores such changes, because they would trigger another decision.
   */
  | {
      type: 'entity';
      entity: string;
      tenantId: number;
      id: number;
      do: 'create' | 'update' | 'delete' | 'purge';
      steered?: true;
    }
  /** `since`: the points represent all points from this time on (epoch milliseconds). */
  | { type: 'points'; tenantId: number; points: LivePoint[]; since?: number }
  /** The latest values changed without live points: by an import, or because the newest point was marked as bad. */
  | { type: 'latest'; tenantId: number; sns: readonly string[] }
  | { type: 'alarm'; tenantId: number; stationSn: string; alarmId: number; status: number }
  /** A pending command. The process with the connection to the device sends it. */
  | {
      type: 'control';
      tenantId: number;
      deviceSn: string;
      commandId: number;
      params: Record<string, number | string | boolean>;
    }
  /** Counters decreased, or a user decided about a decrease. */
  | { type: 'counters' }
  /** Points of these variables were deleted, so their newest value may have changed. */
  | { type: 'takenBack'; tenantId: number; ids: readonly number[] }
  /** Shared attributes of a device were changed (the attributes with this time), or an attribute was deleted. */
  | { type: 'attributes'; tenantId: number; deviceSn: string; at: string }
  | { type: 'attributes'; tenantId: number; deviceSn: string; deleted: string }
  /** The number of pending items of these users changed. */
  | { type: 'counts'; tenantId: number; userIds: readonly number[] }
  /** Definitions were applied or undone. Every process reloads them. */
  | { type: 'definitions' }
  /** Events of other processes may be lost, so caches are reloaded. */
  | { type: 'resync' };
