/** This is how a call describes work that goes on after it was answered. */
import type pg from 'pg';
import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Grant } from '../../platform/db/tables/jsonShapes.ts';
import type { Session } from '../context.ts';

export type JobResult = Record<string, unknown>;

/** Running work may use these. */
export interface JobStep {
  id: number;
  /** Fires when a user cancels, or the server stops. */
  signal: AbortSignal;
  /** Noted at the next beat, so it may be called for every row. */
  progress(done: number, total?: number | null): void;
  /** Notes what is done so far within the transaction that does it: so much is told even when the process dies. */
  keep(transaction: Trx | pg.ClientBase, result: JobResult): Promise<void>;
  /** Gives the path to which the file for downloading is to be written; the name is what people get. */
  file(name: string, type: string): string;
  /** The job's own copy of the uploaded file that it began with. */
  input: string;
}

export type Asker = Pick<Session, 'tenantId' | 'userId' | 'admin' | 'permissions' | 'apiKey' | 'sessionId'>;

/** A key sees only what it began: the scopes of its owner's other jobs are not its own. */
export const keyOf = ({ apiKey, sessionId }: Asker): string | null => (apiKey ? sessionId : null);

export interface NewJob {
  /** The user who begins it; null: the platform itself, for all tenants. */
  asker: Asker | null;
  kind: string;
  title: Text;
  total?: number;
  /** The thing that it is about, by which its room finds it again: the number of a station. */
  subject?: string;
  /** The job that it takes further, with which it is forgotten; one at a time may. */
  partOf?: number;
  /** The result as far as it is known before it begins. */
  result?: JobResult;
  /** The path of an uploaded file, which is gone when the call is answered. */
  input?: string;
  /** It reads or writes a table, and takes its turn with others that do. */
  takesTurn?: boolean;
  /** It makes room, so that it begins while the disk is full too. */
  freesDisk?: boolean;
  /** The rights with which its file is made. A user who downloads it must still have them. */
  grant?: Grant;
  /** Time that it is remembered after its end; a day by default. */
  keepHours?: number;
  /** The language of what it says when it fails. */
  lang: Lang;
  /** Must stop soon after the signal. Its return value is stored as the result, also of a cancelled job. */
  run(step: JobStep): Promise<JobResult>;
}
