/** Work that goes on after its call was answered: seen, cancelled and downloaded by whoever started it. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/format.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Grant } from '../../platform/db/jsonShapes.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { checkDisk } from '../../platform/files/quota.ts';
import type { Logger } from '../../platform/log.ts';
import { holdsGrant } from '../access/grant.ts';
import type { Session } from '../context.ts';
import { createJobStore, type Job, jobShown, type OwnedJob } from './store.ts';

export type { Job } from './store.ts';

declare module '../context.ts' {
  interface Services {
    jobs: Jobs;
  }
}

/** What running work may use. */
export interface JobStep {
  id: number;
  /** Fires when somebody cancels, or the server stops. */
  signal: AbortSignal;
  /** Noted at the next beat, so it may be called for every row. */
  progress(done: number, total?: number | null): void;
  /** Notes what is done so far within the transaction that does it: so much is told even when the process dies. */
  keep(trx: Trx, result: Record<string, unknown>): Promise<void>;
  /** Where the file for downloading is to be written; the name is what people get. */
  file(name: string, type: string): string;
  /** A folder for whatever else must last as long as the job. */
  folder: string;
}

type Asker = Pick<Session, 'tenantId' | 'userId' | 'admin' | 'permissions' | 'apiKey' | 'sessionId'>;

export interface NewJob {
  /** Who begins it. */
  asker: Asker;
  kind: string;
  title: Text;
  total?: number;
  /** What its file holds: whoever takes it must still have the rights with which it was made. */
  grant?: Grant;
  /** The language of what it says when it fails. */
  lang: Lang;
  /** Stops soon after the signal; what it answers is kept as the result, also of a cancelled job. */
  run(step: JobStep): Promise<Record<string, unknown>>;
}

export interface JobFile {
  path: string;
  name: string;
  type: string;
  size: number;
}

export interface Jobs {
  start(job: NewJob): Promise<Job>;
  /** The asker's own, the newest first. */
  list(asker: Asker, size: number): Promise<Job[]>;
  get(asker: Asker, id: number): Promise<Job>;
  cancel(asker: Asker, id: number): Promise<Job>;
  file(asker: Session, id: number): Promise<JobFile>;
  /** The folder of a job that the asker may see, while it is there. */
  folder(asker: Asker, id: number): Promise<string>;
  /** Once, before anything is started. */
  open(): Promise<void>;
  close(): Promise<void>;
}

const BEAT_MS = 500;
const SWEEP_MS = 600_000;
const KEEP_HOURS = 24;
const MAX_RUNNING = 5;
const FILE = 'file';

interface Running {
  tenantId: number;
  controller: AbortController;
  ended: Promise<void>;
}

/** What a key may see is what it began: the scopes of its owner's other jobs are not its own. */
const keyOf = ({ apiKey, sessionId }: Asker): string | null => (apiKey ? sessionId : null);
const isOfKey = (asker: Asker, job: OwnedJob): boolean => !asker.apiKey || job.apiKey === keyOf(asker);

export function createJobs({ db, log, config }: { db: Database; log: Logger; config: Config }): Jobs {
  const store = createJobStore(db);
  const root = join(config.dataDir, 'jobs');
  const running = new Map<number, Running>();
  const folderOf = (tenantId: number, id: number): string => join(root, `t${tenantId}`, String(id));
  let sweeper: NodeJS.Timeout | undefined;
  let closing = false;

  async function find(asker: Asker, id: number): Promise<OwnedJob> {
    const job = await store.find(asker.tenantId, id);
    const isOwn = job?.userId === asker.userId && isOfKey(asker, job);
    const sees = isOwn || (!asker.apiKey && (asker.admin || asker.permissions.has('*')));
    if (!job || !sees) throw new AppError('http.notFound');
    return job;
  }

  /** Runs the work to its end, whatever comes; nothing is thrown. */
  async function run(id: number, job: NewJob, controller: AbortController): Promise<void> {
    const { lang } = job;
    const { tenantId } = job.asker;
    let done = 0;
    let total = job.total ?? null;
    let file: { fileName: string; fileType: string } | null = null;
    const folder = folderOf(tenantId, id);
    const beat = async (): Promise<void> => {
      const goesOn = await store.beat(tenantId, id, done, total).catch(() => true);
      if (!goesOn) controller.abort();
    };
    const heart = setInterval(() => void beat(), BEAT_MS);
    let status: 'done' | 'failed' = 'done';
    let result: Record<string, unknown> | null = null;
    let error: string | null = null;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      result = await job.run({
        id,
        folder,
        signal: controller.signal,
        progress(nowDone, nowTotal) {
          done = nowDone;
          if (nowTotal !== undefined) total = nowTotal;
        },
        keep: (trx, now) => store.keep(trx, id, now),
        file(name, type) {
          file = { fileName: name, fileType: type };
          return join(folder, FILE);
        },
      });
      if (closing && controller.signal.aborted) status = 'failed';
    } catch (caught) {
      if (!(caught instanceof AppError) && !controller.signal.aborted)
        log.error('a job failed', { id, kind: job.kind, error: caught });
      status = 'failed';
      const known = caught instanceof AppError ? caught : new AppError('http.internal');
      const { body } = answerError(known, lang);
      error = closing ? null : (body.errors?.[0]?.msg ?? body.msg);
    } finally {
      clearInterval(heart);
    }
    const { fileName = null, fileType = null } = (file ?? {}) as Partial<Record<string, string>>;
    await store
      .end(tenantId, id, { status, result, error, fileName, fileType, done, total })
      .catch((caught) => log.error('a job could not end', { id, error: caught }));
  }

  /** What ended a day ago is forgotten, with its files. */
  async function sweep(): Promise<void> {
    try {
      await store.settle(false);
      for (const { tenantId, id } of await store.expire(KEEP_HOURS))
        await rm(folderOf(tenantId, id), { recursive: true, force: true });
    } catch (error) {
      log.warn('old jobs could not be removed', { error });
    }
  }

  return {
    async open() {
      await store.settle(config.databaseUrl === null);
      await sweep();
      sweeper = setInterval(() => void sweep(), SWEEP_MS);
      sweeper.unref();
    },

    async start(job) {
      await checkDisk(config);
      const { kind, title, total = null, grant = null } = job;
      const { tenantId, userId } = job.asker;
      if ((await store.running(tenantId, userId)) >= MAX_RUNNING)
        throw new AppError('job.tooMany', { limit: MAX_RUNNING });
      const id = await store.insert(tenantId, {
        userId,
        kind,
        title,
        total,
        grant,
        apiKey: keyOf(job.asker),
      });
      const controller = new AbortController();
      const ended = run(id, job, controller).finally(() => running.delete(id));
      running.set(id, { tenantId, controller, ended });
      const row = await store.find(tenantId, id);
      if (!row) throw new AppError('http.notFound');
      return jobShown(row);
    },

    list: async (asker, size) =>
      (await store.newest(asker.tenantId, asker.userId, size, keyOf(asker))).map(jobShown),
    get: async (asker, id) => jobShown(await find(asker, id)),

    async cancel(asker, id) {
      await find(asker, id);
      await store.cancel(asker.tenantId, id);
      const here = running.get(id);
      if (here?.tenantId === asker.tenantId) {
        here.controller.abort();
        await here.ended;
      }
      return jobShown(await find(asker, id));
    },

    async file(asker, id) {
      const { fileName, fileType, grant } = await find(asker, id);
      if (grant && !holdsGrant(asker, grant)) throw new AppError('job.rightsLost');
      const path = join(folderOf(asker.tenantId, id), FILE);
      const found = fileName === null ? null : await stat(path).catch(() => null);
      if (fileName === null || !found) throw new AppError('job.noFile');
      return { path, name: fileName, type: fileType ?? 'application/octet-stream', size: found.size };
    },

    async folder(asker, id) {
      await find(asker, id);
      return folderOf(asker.tenantId, id);
    },

    async close() {
      closing = true;
      clearInterval(sweeper);
      for (const { controller } of running.values()) controller.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
