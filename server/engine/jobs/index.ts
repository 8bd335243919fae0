/**
 * Work that continues after the answer of its call. The user who started a job can see and cancel it, and download its
 * file.
 */
import { stat } from 'node:fs/promises';
import type { Database } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import { holdsGrant } from '../access/grant.ts';
import type { Session } from '../context.ts';
import { createJobFolders, type JobPlace } from './folders.ts';
import { type JobCaller, keyOf, type NewJob } from './newJob.ts';
import { createRunner, type JobParts } from './runner.ts';
import { expireJobs, findJob, type Job, listJobs, type OwnedJob, settleJobs, showJob } from './store.ts';

export type { JobStep, NewJob } from './newJob.ts';
export type { Job } from './store.ts';

declare module '../context.ts' {
  interface Services {
    jobs: Jobs;
  }
}

export interface JobFile {
  path: string;
  name: string;
  type: string;
  size: number;
}

export interface Jobs {
  /** Returns as soon as the job exists. The job continues in the background. */
  start(job: NewJob): Promise<Job>;
  /** Resolves when the job has ended. `stop` stops the job as a shutdown of the server does. */
  run(job: NewJob, stop: AbortSignal): Promise<void>;
  /** Returns the caller's jobs, the newest first. */
  list(caller: JobCaller, size: number): Promise<Job[]>;
  get(caller: JobCaller, id: number): Promise<Job>;
  cancel(caller: JobCaller, id: number): Promise<Job>;
  /**
   * Cancels a job of any user. The caller has checked the permission. If the job runs in this process, resolves after
   * its end.
   */
  stop(place: JobPlace): Promise<void>;
  file(caller: Session, id: number): Promise<JobFile>;
  /** Returns the path of a job's input file while the file exists. */
  input(caller: JobCaller, id: number): Promise<string>;
  /** Must be called once, before any job is started. */
  open(): Promise<void>;
  /** Ends jobs whose process is gone, and deletes expired jobs. Runs twice a minute in one process. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

const SWEEP_MS = 30_000;

async function find(db: Database, caller: JobCaller, id: number): Promise<OwnedJob> {
  const job = await findJob(db, { tenantId: caller.tenantId, id });
  const isOwn = job?.userId === caller.userId && (!caller.apiKey || job.apiKey === keyOf(caller));
  const sees = isOwn || (!caller.apiKey && (caller.admin || caller.permissions.has('*')));
  if (!job || !sees) throw new AppError('http.notFound');
  return job;
}

export function createJobs(parts: JobParts): Jobs {
  const { db, log, config } = parts;
  const folders = createJobFolders(config.dataDir);
  const runner = createRunner(parts, folders);
  let sweeping: LeasedWork | null = null;

  async function sweep(): Promise<void> {
    await folders.remove(await settleJobs(db, false));
    await folders.remove(await expireJobs(db));
  }

  return {
    async open() {
      await folders.remove(await settleJobs(db, config.databaseUrl === null));
      if (config.roles.has('jobs')) sweeping = leaseEvery(db, log, 'ended jobs', SWEEP_MS, sweep);
    },
    sweep,

    async start(job) {
      const { tenantId, id } = await runner.begin(job);
      const row = await findJob(db, { tenantId, id });
      if (!row) throw new AppError('http.notFound');
      return showJob(row);
    },

    async run(job, signal) {
      const { ended } = await runner.begin(job, signal);
      await ended;
    },

    list: async (caller, size) =>
      (await listJobs(db, caller.tenantId, caller.userId, size, keyOf(caller))).map(showJob),
    get: async (caller, id) => showJob(await find(db, caller, id)),

    async cancel(caller, id) {
      await find(db, caller, id);
      await runner.stop({ tenantId: caller.tenantId, id });
      return showJob(await find(db, caller, id));
    },
    stop: runner.stop,

    async file(caller, id) {
      const { fileName, fileType, grant } = await find(db, caller, id);
      if (grant && !holdsGrant(caller, grant)) throw new AppError('job.rightsLost');
      const path = folders.file({ tenantId: caller.tenantId, id });
      const stats = fileName === null ? null : await stat(path).catch(() => null);
      if (fileName === null || !stats) throw new AppError('job.noFile');
      return { path, name: fileName, type: fileType ?? 'application/octet-stream', size: stats.size };
    },

    async input(caller, id) {
      await find(db, caller, id);
      const path = folders.input({ tenantId: caller.tenantId, id });
      if (!(await stat(path).catch(() => null))) throw new AppError('job.noFile');
      return path;
    },

    async close() {
      await sweeping?.close();
      await runner.close();
    },
  };
}
