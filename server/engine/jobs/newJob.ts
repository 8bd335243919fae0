/** Describes work that continues after the answer of its call. */
import type pg from 'pg';
import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Grant } from '../../platform/db/tables/jsonShapes.ts';
import type { Session } from '../context.ts';

export type JobResult = Record<string, unknown>;

/** The interface of a running job to its runner. */
export interface JobStep {
  id: number;
  /** Fires when a user cancels the job, or the server stops. */
  signal: AbortSignal;
  /** Stored at the next heartbeat, so calling it for every row is cheap. */
  progress(done: number, total?: number | null): void;
  /** Stores an interim result in the given transaction, so that it survives a crash of the process. */
  keep(transaction: Trx | pg.ClientBase, result: JobResult): Promise<void>;
  /** Returns the path to which the job must write its result file. `name` is the file name for the user. */
  file(name: string, type: string): string;
  /** The path of the job's own copy of the uploaded file. */
  input: string;
}

export type JobCaller = Pick<
  Session,
  'tenantId' | 'userId' | 'admin' | 'permissions' | 'apiKey' | 'sessionId'
>;

/**
 * Returns the id of the API key that started a job. Null for a user. A key sees only its own jobs, because
 * other jobs of its owner may have other scopes.
 */
export const keyOf = ({ apiKey, sessionId }: JobCaller): string | null => (apiKey ? sessionId : null);

export interface NewJob {
  /** The user who starts the job. Null if the platform starts it for all tenants. */
  asker: JobCaller | null;
  kind: string;
  title: Text;
  total?: number;
  /** The subject of the job, such as the number of a station. The user finds the job again by it. */
  subject?: string;
  /** The earlier job that this job continues. Both are deleted together. Only one job at a time may continue a job. */
  partOf?: number;
  /** The part of the result that is known before the job starts. */
  result?: JobResult;
  /** The path of an uploaded file, which is deleted after the answer of the call. */
  input?: string;
  /** True if the job reads or writes a table. Such jobs wait in a queue. */
  takesTurn?: boolean;
  /** True if the file of a cancelled or failed job is useful. */
  keepsPart?: boolean;
  /** True if the job frees disk space. It then starts even if the disk is full. */
  freesDisk?: boolean;
  /** The rights with which the file was made. A user needs the same rights to download it. */
  grant?: Grant;
  /** Hours from the end of the job to its deletion. 24 by default. */
  keepHours?: number;
  /** The language of the job's error message. */
  lang: Lang;
  /** Must return soon after the signal. The return value is stored as the result, even for a cancelled job. */
  run(step: JobStep): Promise<JobResult>;
}
