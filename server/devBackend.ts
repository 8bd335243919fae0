/**
 * Runs the server for `npm run dev`. The running process applies saved definitions. It is restarted after a change of
 * its code, or a change that it cannot apply.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** The folders with the code of the server. */
const PROGRAM = ['server', 'demo', 'runtime/core', 'runtime/fieldTypes', 'codegen'];
const SETTLE_MS = 60;

/** The messages of the server to its parent process. */
export type BackendNews = { started: true } | { followed: boolean; problem?: string };

/**
 * Receives the server's state. `problem` is the reason why the server cannot apply the saved files, or empty. `ready`
 * is called after each change.
 */
export interface BackendListener {
  problem(text: string): void;
  ready(): void;
}

export interface Backend {
  /** Called when everything is generated. If the files include calls, the server is restarted. */
  generated(calls: boolean): void;
  stop(): Promise<void>;
}

export const childGone = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
  });

type Followed = Extract<BackendNews, { followed: boolean }>;
const NOT_FOLLOWED: Followed = { followed: false };

/** Sends a message to a child process and waits for an answer of this name. Null if the process has ended. */
function requestNews<News extends object>(
  child: ChildProcess,
  word: string,
  name: string,
): Promise<News | null> {
  return new Promise((done) => {
    if (!child.connected) return done(null);
    const end = (news: News | null): void => {
      child.off('message', onMessage);
      child.off('exit', leave);
      done(news);
    };
    const onMessage = (news: object): void => {
      if (name in news) end(news as News);
    };
    const leave = (): void => end(null);
    child.on('message', onMessage);
    child.on('exit', leave);
    child.send(word, (error) => error && leave());
  });
}

/** `codegen` is the process that watches the definitions. Its output is read only while it is idle. */
export function startBackend(
  root: string,
  codegen: ChildProcess,
  env: Record<string, string>,
  listener: BackendListener,
): Backend {
  const open = (): ChildProcess => {
    const opened = spawn(process.execPath, [join(root, 'server/main.ts')], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // The dev pages call the server over plain HTTP.
      env: { ...process.env, ...env, WATTDECK_TLS_CERT: '', WATTDECK_TLS_KEY: '' },
    });
    opened.on('message', (news: BackendNews) => 'started' in news && listener.ready());
    return opened;
  };
  let child = open();
  let stale = false;
  let stopped = false;
  let busy: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function update(): Promise<void> {
    await requestNews(codegen, 'idle', 'idle');
    if (stopped) return;
    const news = stale ? null : await requestNews<Followed>(child, 'follow', 'followed');
    const { followed, problem = '' } = news ?? NOT_FOLLOWED;
    listener.problem(problem);
    if (followed) listener.ready();
    if (followed || problem) return;
    stale = false;
    console.log('The server starts again …');
    child.kill('SIGTERM');
    await childGone(child);
    await requestNews(codegen, 'idle', 'idle');
    if (!stopped) child = open();
  }
  /** Schedules one update for all changes of the same moment, after the current update. */
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      busy = busy.then(update);
    }, SETTLE_MS);
  };
  const watchers = PROGRAM.map(
    (folder): FSWatcher =>
      watch(join(root, folder), { recursive: true }, () => {
        stale = true;
        soon();
      }),
  );
  return {
    generated(calls) {
      // The codegen reports this. A separate watcher could notice the change too late.
      stale ||= calls;
      soon();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      child.kill('SIGTERM');
      await busy;
      child.kill('SIGTERM');
      await childGone(child);
    },
  };
}
