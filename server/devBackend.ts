/**
 * The server behind the pages of `npm run dev`. Saved definitions are followed by the running process; a change of its
 * program, or one that it cannot follow, starts it again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** Where its program is, and the calls that it must have. */
const PROGRAM = ['server', 'runtime/core', 'codegen', 'openapi'];
const SETTLE_MS = 60;

export interface Backend {
  /** Everything is generated; a start may still be needed. */
  generated(): void;
  stop(): Promise<void>;
}

export const child_gone = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
  });

/** Whether the running process took over what was saved. */
function definitions_follow(child: ChildProcess): Promise<boolean> {
  return new Promise((done) => {
    if (!child.connected) return done(false);
    child.once('message', ({ followed }: { followed: boolean }) => done(followed));
    child.once('exit', () => done(false));
    child.send('follow', (error) => error && done(false));
  });
}

export function backend_start(root: string, env: Record<string, string>): Backend {
  const open = (): ChildProcess =>
    spawn(process.execPath, [join(root, 'server/main.ts')], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // The pages in front of it speak plain HTTP.
      env: { ...process.env, ...env, WATTDECK_TLS_CERT: '', WATTDECK_TLS_KEY: '' },
    });
  let child = open();
  let stale = false;
  let stopped = false;
  let busy: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function update(): Promise<void> {
    if (stopped || (!stale && (await definitions_follow(child)))) return;
    stale = false;
    console.log('The server starts again …');
    child.kill('SIGTERM');
    await child_gone(child);
    if (!stopped) child = open();
  }
  /** Together with what is saved in the same moment, and after what was saved before. */
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
        // A call is served once it is generated, too.
        if (folder !== 'openapi') soon();
      }),
  );
  return {
    generated: soon,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      child.kill('SIGTERM');
      await busy;
      child.kill('SIGTERM');
      await child_gone(child);
    },
  };
}
