/** Work that goes on after its call was answered: seen, cancelled and downloaded by whoever started it. */
import { stat } from 'node:fs/promises';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { checkDisk } from '../../platform/files/quota.ts';
import type { Logger } from '../../platform/log.ts';
import { type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import { holdsGrant } from '../access/grant.ts';
import type { Session } from '../context.ts';
import { createJobFolders, type JobPlace } from './folders.ts';
import type { Asker, NewJob } from './newJob.ts';
import { runJob } from './run.ts';
import { createJobStore, type Job, jobShown, type OwnedJob } from './store.ts';

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
  /** Answers as soon as the job is there; it runs on. */
  start(job: NewJob): Promise<Job>;
  /** Resolves when the job has ended; `stop` ends it as if the server stopped. */
  run(job: NewJob, stop: AbortSignal): Promise<void>;
  /** The asker's own, the newest first. */
  list(asker: Asker, size: number): Promise<Job[]>;
  get(asker: Asker, id: number): Promise<Job>;
  cancel(asker: Asker, id: number): Promise<Job>;
  /** Cancels whoever's job; its room has asked whether that may be. Resolves when it ended, where it runs here. */
  stop(place: JobPlace): Promise<void>;
  file(asker: Session, id: number): Promise<JobFile>;
  /** The path of the file that a job began with, while it is there. */
  input(asker: Asker, id: number): Promise<string>;
  /** Once, before anything is started. */
  open(): Promise<void>;
  /** Ends jobs that lost their process and forgets those that are over; done twice a minute in one process. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

const SWEEP_MS = 30_000;
const KEEP_HOURS = 24;
const MAX_RUNNING = 5;
/** The tenant of jobs that the platform does for all of them: no session is of it. */
const PLATFORM = 0;

interface Running {
  cancel: AbortController;
  ended: Promise<void>;
}

/** A key sees only what it began: the scopes of its owner's other jobs are not its own. */
const keyOf = ({ apiKey, sessionId }: Asker): string | null => (apiKey ? sessionId : null);
const isOfKey = (asker: Asker, job: OwnedJob): boolean => !asker.apiKey || job.apiKey === keyOf(asker);

interface Parts {
  db: Database;
  log: Logger;
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'roles' | 'diskFreeMb'>;
}

export function createJobs({ db, log, config }: Parts): Jobs {
  const store = createJobStore(db);
  const folders = createJobFolders(config.dataDir);
  const running = new Map<number, Running>();
  const closing = new AbortController();
  let sweeping: LeasedWork | null = null;

  async function find(asker: Asker, id: number): Promise<OwnedJob> {
    const job = await store.find({ tenantId: asker.tenantId, id });
    const isOwn = job?.userId === asker.userId && isOfKey(asker, job);
    const sees = isOwn || (!asker.apiKey && (asker.admin || asker.permissions.has('*')));
    if (!job || !sees) throw new AppError('http.notFound');
    return job;
  }

  /** Answers the place of the job, whose folder is ready. */
  async function insert(job: NewJob): Promise<JobPlace> {
    const { asker, kind, title, total = null, subject = null, partOf = null, result = null } = job;
    const tenantId = asker?.tenantId ?? PLATFORM;
    if (asker && (await store.running(tenantId, asker.userId)) >= MAX_RUNNING)
      throw new AppError('job.tooMany', { limit: MAX_RUNNING });
    const id = await store.insert(tenantId, {
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
      await store.remove(place);
      throw error;
    }
    return place;
  }

  async function begin(job: NewJob, stop: AbortSignal): Promise<JobPlace & { ended: Promise<void> }> {
    if (!job.freesDisk) await checkDisk(config);
    const place = await insert(job);
    const cancel = new AbortController();
    const ended = runJob({ store, folders, log }, { ...place, job, cancel, stop }).finally(() =>
      running.delete(place.id),
    );
    running.set(place.id, { cancel, ended });
    return { ...place, ended };
  }

  async function stop(place: JobPlace): Promise<void> {
    await store.cancel(place);
    const here = running.get(place.id);
    here?.cancel.abort();
    await here?.ended;
  }

  async function sweep(): Promise<void> {
    await folders.remove(await store.settle(false));
    await folders.remove(await store.expire());
  }

  return {
    async open() {
      await folders.remove(await store.settle(config.databaseUrl === null));
      if (config.roles.has('jobs')) sweeping = leaseEvery(db, log, 'ended jobs', SWEEP_MS, sweep);
    },
    sweep,

    async start(job) {
      const { tenantId, id } = await begin(job, closing.signal);
      const row = await store.find({ tenantId, id });
      if (!row) throw new AppError('http.notFound');
      return jobShown(row);
    },

    async run(job, signal) {
      const { ended } = await begin(job, AbortSignal.any([signal, closing.signal]));
      await ended;
    },

    list: async (asker, size) =>
      (await store.newest(asker.tenantId, asker.userId, size, keyOf(asker))).map(jobShown),
    get: async (asker, id) => jobShown(await find(asker, id)),

    async cancel(asker, id) {
      await find(asker, id);
      await stop({ tenantId: asker.tenantId, id });
      return jobShown(await find(asker, id));
    },
    stop,

    async file(asker, id) {
      const { fileName, fileType, grant } = await find(asker, id);
      if (grant && !holdsGrant(asker, grant)) throw new AppError('job.rightsLost');
      const path = folders.file({ tenantId: asker.tenantId, id });
      const found = fileName === null ? null : await stat(path).catch(() => null);
      if (fileName === null || !found) throw new AppError('job.noFile');
      return { path, name: fileName, type: fileType ?? 'application/octet-stream', size: found.size };
    },

    async input(asker, id) {
      await find(asker, id);
      const path = folders.input({ tenantId: asker.tenantId, id });
      if (!(await stat(path).catch(() => null))) throw new AppError('job.noFile');
      return path;
    },

    async close() {
      closing.abort();
      await sweeping?.close();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
