/** The description of work that continues after the answer of its call. */
import type pg from 'pg';
import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Grant } from '../../platform/db/tables/jsonShapes.ts';
import type { Session } from '../context.ts';

export type JobResult = Record<string, unknown>;

/** The context of a running job. */
export interface JobStep {
  id: number;
  /** Fires when a user cancels, or the server stops. */
  signal: AbortSignal;
  /** Stored at the next heartbeat, so it may be called for every row. */
  progress(done: number, total?: number | null): void;
  /**
   * Stores the interim result in the transaction that makes it, so that it is available even if the process crashes.
   */
  keep(transaction: Trx | pg.ClientBase, result: JobResult): Promise<void>;
  /** Returns the path where the file for downloading must be written. `name` is its name for the user. */
  file(name: string, type: string): string;
  /** The job's own copy of its uploaded file. */
  input: string;
}

export type Asker = Pick<Session, 'tenantId' | 'userId' | 'admin' | 'permissions' | 'apiKey' | 'sessionId'>;

/**
 * Returns the key that started a job. A key sees only jobs that it started, because other jobs of its owner may have
 * other scopes.
 */
export const keyOf = ({ apiKey, sessionId }: Asker): string | null => (apiKey ? sessionId : null);

export interface NewJob {
  /** The user who starts it. Null for the platform itself, for all tenants. */
  asker: Asker | null;
  kind: string;
  title: Text;
  total?: number;
  /** The subject of the job, by which its starter finds it again: the number of a station. */
  subject?: string;
  /** The job that this one continues, and with which it is deleted. Only one job may continue it at a time. */
  partOf?: number;
  /** The part of the result that is known before it starts. */
  result?: JobResult;
  /** The path of an uploaded file, which is deleted after the call was answered. */
  input?: string;
  /** True if it reads or writes a table, and waits for its turn with other such jobs. */
  takesTurn?: boolean;
  /** True if its file is also valid after a part of the work, if it is cancelled or fails. */
  keepsPart?: boolean;
  /** True if it frees disk space, so that it starts even if the disk is full. */
  freesDisk?: boolean;
  /** The rights with which its file is made. A user who downloads it must still have them. */
  grant?: Grant;
  /** Hours after its end until it is deleted. A day by default. */
  keepHours?: number;
  /** The language of its error message. */
  lang: Lang;
  /** Must stop soon after the signal. Its return value is stored as the result, even for a cancelled job. */
  run(step: JobStep): Promise<JobResult>;
}
