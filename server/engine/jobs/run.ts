/** Runs one job to its end with a heartbeat, and stores its result. */
import type { Database } from '../../platform/db/index.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { every } from '../../platform/timers/every.ts';
import type { JobFolders, JobPlace } from './folders.ts';
import type { JobStep, NewJob } from './newJob.ts';
import { beatHeart, endJob, type JobEnd, keepResult } from './store.ts';

const BEAT_MS = 500;

interface JobRun extends JobPlace {
  job: NewJob;
  /** Fires when a user cancels the job. The heartbeat may be the first to detect this. */
  cancel: AbortController;
  /** Fires when the server stops. The job then fails without an error message. */
  stop: AbortSignal;
}

interface Parts {
  db: Database;
  folders: JobFolders;
  log: Logger;
}

type Outcome = Pick<JobEnd, 'status' | 'result' | 'error'>;

async function runWork(log: Logger, { job, stop }: JobRun, step: JobStep): Promise<Outcome> {
  try {
    const result = await job.run(step);
    return { status: stop.aborted ? 'failed' : 'done', result, error: null };
  } catch (error) {
    if (!(error instanceof AppError) && !step.signal.aborted)
      log.error('a job failed', { id: step.id, kind: job.kind, error });
    const appError = error instanceof AppError ? error : new AppError('http.internal');
    const { body } = answerError(appError, job.lang);
    return {
      status: 'failed',
      result: null,
      error: stop.aborted ? null : (body.errors?.[0]?.msg ?? body.msg),
    };
  }
}

/** Runs a job. Never throws. */
export async function runJob({ db, folders, log }: Parts, run: JobRun): Promise<void> {
  const { job, cancel, tenantId, id } = run;
  const state: Omit<JobEnd, keyof Outcome> = {
    done: 0,
    total: job.total ?? null,
    fileName: null,
    fileType: null,
  };
  const heart = every(
    log,
    'heart of a job',
    BEAT_MS,
    async () => {
      if (!(await beatHeart(db, run, state))) cancel.abort();
    },
    { later: true },
  );
  const outcome = await runWork(log, run, {
    id,
    input: folders.input(run),
    signal: AbortSignal.any([cancel.signal, run.stop]),
    progress(done, total = state.total) {
      Object.assign(state, { done, total });
    },
    keep: (transaction, result) => keepResult(transaction, run, result),
    file(fileName, fileType) {
      Object.assign(state, { fileName, fileType });
      return folders.file(run);
    },
  });
  await heart.close();
  try {
    const isFileStored = await endJob(db, run, { ...state, ...outcome }, job.keepsPart === true);
    if (state.fileName !== null && !isFileStored) await folders.removeFile(run);
  } catch (error) {
    log.error('a job could not end', { tenantId, id, error });
  }
}
