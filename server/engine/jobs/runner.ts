/** Starts and stops the jobs of this process. They end with the process. */
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { checkDisk } from '../../platform/files/quota.ts';
import type { Logger } from '../../platform/log.ts';
import { takeTurn } from '../../platform/worker/turns.ts';
import type { JobFolders, JobPlace } from './folders.ts';
import { keyOf, type NewJob } from './newJob.ts';
import { runJob } from './run.ts';
import { cancelJob, countRunning, insertJob, removeJob } from './store.ts';

const KEEP_HOURS = 24;
const MAX_RUNNING = 5;
/** The tenant of jobs that the platform runs for all tenants. It has no sessions. */
const PLATFORM = 0;

interface Running {
  cancel: AbortController;
  ended: Promise<void>;
}

export interface Runner {
  /** Returns as soon as the job exists. `ended` resolves when it has ended. */
  begin(job: NewJob, stop?: AbortSignal): Promise<JobPlace & Pick<Running, 'ended'>>;
  /** If the job runs in this process, resolves after its end. */
  stop(place: JobPlace): Promise<void>;
  /** Stops the jobs of this process, and waits for their end. */
  close(): Promise<void>;
}

export interface JobParts {
  db: Database;
  log: Logger;
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'roles' | 'diskFreeMb'>;
}

/** Creates the row and the folder of a job. Returns its place. */
async function insert(db: Database, folders: JobFolders, job: NewJob): Promise<JobPlace> {
  const { asker, kind, title, total = null, subject = null, partOf = null, result = null } = job;
  const tenantId = asker?.tenantId ?? PLATFORM;
  if (asker && (await countRunning(db, tenantId, asker.userId)) >= MAX_RUNNING)
    throw new AppError('job.tooMany', { limit: MAX_RUNNING });
  const id = await insertJob(db, tenantId, {
    ...{ kind, title, total, subject, partOf, result },
    userId: asker?.userId ?? null,
    apiKey: asker && keyOf(asker),
    grant: job.grant ?? null,
    keepHours: job.keepHours ?? KEEP_HOURS,
  });
  const place = { tenantId, id };
  try {
    await folders.make(place, job.input);
  } catch (error) {
    await removeJob(db, place);
    throw error;
  }
  return place;
}

/** Returns the job, changed so that it first waits in the queue. Throws `queue.full`. */
function queueJob(job: NewJob, signal: AbortSignal): NewJob {
  const { asker, takesTurn, run } = job;
  if (!takesTurn || !asker) return job;
  const { tenantId, userId } = asker;
  const inTurn = takeTurn({ kind: 'table', tenantId, by: { person: userId }, signal });
  return { ...job, run: (step) => inTurn(() => run(step)) };
}

export function createRunner({ db, log, config }: JobParts, folders: JobFolders): Runner {
  const running = new Map<number, Running>();
  const closing = new AbortController();
  return {
    async begin(job, stop = closing.signal) {
      if (!job.freesDisk) await checkDisk(config);
      const cancel = new AbortController();
      const stopped = AbortSignal.any([stop, closing.signal]);
      const queued = queueJob(job, AbortSignal.any([cancel.signal, stopped]));
      const place = await insert(db, folders, job).catch((error) => {
        cancel.abort();
        throw error;
      });
      const run = { ...place, job: queued, cancel, stop: stopped };
      const ended = runJob({ db, folders, log }, run).finally(() => running.delete(place.id));
      running.set(place.id, { cancel, ended });
      return { ...place, ended };
    },

    async stop(place) {
      await cancelJob(db, place);
      const here = running.get(place.id);
      here?.cancel.abort();
      await here?.ended;
    },

    async close() {
      closing.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
