/** The parts of the server tell each other these events, in every process. */

export interface LivePoint {
  sn: string;
  /** Epoch milliseconds. */
  ts: number;
  value: number | string | boolean | null;
  /** 0 good (also when it is missing), 1 uncertain, 2 bad: no latest value, and counted nowhere. */
  quality?: number;
}

export type HubEvent =
  /**
   * A deleted record waits in the recycle bin: it may be created again, until it is purged. `steered`: the controller of
   * strategies wrote this change itself, so it does not decide again because of it.
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
  /** Latest values that no points tell of: imported ones, and those whose newest point was called bad afterwards. */
  | { type: 'latest'; tenantId: number; sns: readonly string[] }
  | { type: 'alarm'; tenantId: number; stationSn: string; alarmId: number; status: number }
  /** A command that waits for its device: whichever process the device is connected to sends it. */
  | {
      type: 'control';
      tenantId: number;
      deviceSn: string;
      commandId: number;
      params: Record<string, number | string | boolean>;
    }
  /** Counters fell, or a person decided about a fall. */
  | { type: 'counters' }
  /** Points of these variables are gone: their newest value may be an older one. */
  | { type: 'takenBack'; tenantId: number; ids: readonly number[] }
  /** Shared attributes of a device were changed (those that have this time now), or one was removed. */
  | { type: 'attributes'; tenantId: number; deviceSn: string; at: string }
  | { type: 'attributes'; tenantId: number; deviceSn: string; deleted: string }
  /** Something waits for these people that did not before, or no longer does. */
  | { type: 'counts'; tenantId: number; userIds: readonly number[] }
  /** Definitions were applied or undone: every process reads them again. */
  | { type: 'definitions' }
  /** Events of other processes may have been missed: caches read again. */
  | { type: 'resync' };
