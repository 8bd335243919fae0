/**
 * `npm run dev`: pages with hot replacement on WATTDECK_PORT, and the server behind them on its own port. Saved
 * definitions update both while they run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { ROOT } from './build/index.ts';
import { childGone, startBackend } from './devBackend.ts';
import { forwardCall } from './devProxy.ts';
import { CALL_PREFIXES } from './http/pages.ts';
import { loadConfig } from './platform/config.ts';
import { StartError } from './platform/startError.ts';

/** Event that reloads the menu of open pages. */
const SERVER_CHANGED = 'wattdeck:server';
const PROBES = ['healthz', 'readyz', 'metrics', 'openapi.json'];

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createProbe().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const startCodegen = (): ChildProcess =>
  spawn(process.execPath, [join(ROOT, 'codegen/main.ts'), '--watch'], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });

/** Sent after each run. The parent may ask between runs whether the process is idle. */
interface CodegenRun {
  /** Empty if there are no problems. */
  problems: string;
  /** The number of changed files in `generated/`. */
  changed: number;
  /** True if the saved files include definitions of calls. */
  calls: boolean;
}
type CodegenNews = CodegenRun | { idle: true };

/** Resolves when everything is generated. Earlier errors are printed to the terminal. */
const definitionsRight = (codegen: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    codegen.on('message', (news: CodegenNews) => 'problems' in news && news.problems === '' && done());
    codegen.once('exit', () => fail(new StartError('the codegen ended')));
  });

interface Overlay {
  /** Shows the current problems of the codegen or the server. An empty text removes the previous message. */
  say(by: 'codegen' | 'server', problems: string): void;
  open(pages: ViteDevServer): void;
}

/** Shows problems of the definitions on the pages of every open browser until they are fixed. */
function createOverlay(): Overlay {
  const wrong = new Map<string, string>();
  let pages: ViteDevServer | undefined;
  const show = (): void => {
    const message = [...wrong.values()].filter(Boolean).join('\n');
    if (message) pages?.ws.send({ type: 'error', err: { message, stack: '' } });
  };
  return {
    say(by, problems) {
      // An empty update removes the overlay, which is needed even if no generated file changed.
      if (wrong.get(by) && !problems) pages?.ws.send({ type: 'update', updates: [] });
      wrong.set(by, problems);
      show();
    },
    open(opened) {
      pages = opened;
      pages.ws.on('connection', show);
    },
  };
}

/** Forwards calls to the server, beside the pages. */
const forwardCalls = (calls: RegExp, target: string): Plugin => ({
  name: 'wattdeck-calls',
  configureServer({ middlewares }) {
    middlewares.use((request, answer, next) => {
      if (calls.test(request.url ?? '')) void forwardCall(request, answer, target);
      else next();
    });
  },
});

async function dev(): Promise<void> {
  const { host, port } = loadConfig(process.env);
  const codegen = startCodegen();
  const serverPort = await findFreePort();
  await definitionsRight(codegen);
  const overlay = createOverlay();
  let pages: ViteDevServer | undefined;
  const env = { WATTDECK_PORT: String(serverPort), WATTDECK_HOST: '127.0.0.1' };
  const backend = startBackend(ROOT, codegen, env, {
    problem: (text) => overlay.say('server', text),
    // The server changed, so the data of all pages is outdated.
    ready: () => pages?.ws.send({ type: 'custom', event: SERVER_CHANGED }),
  });
  let wasWrong = false;
  codegen.on('message', (news: CodegenNews) => {
    if (!('problems' in news)) return;
    const { problems, changed, calls } = news;
    overlay.say('codegen', problems);
    // The generated files may be the same as before an error, but the server still reports the old problem.
    if (!problems && (changed > 0 || wasWrong)) backend.generated(calls);
    wasWrong = problems !== '';
  });
  const target = `http://127.0.0.1:${serverPort}`;
  const calls = new RegExp(`^/(${[...CALL_PREFIXES, ...PROBES].join('|')})(/|\\?|$)`);
  const opened = await createServer({
    root: ROOT,
    plugins: [forwardCalls(calls, target)],
    server: { host, port, strictPort: true },
  });
  pages = opened;
  overlay.open(opened);
  await opened.listen();
  console.log(`Pages with hot replacement at ${opened.resolvedUrls?.local[0] ?? `http://${host}:${port}/`}`);

  const stop = async (): Promise<void> => {
    // The terminal sends Ctrl-C to the children too, but no other signal.
    codegen.kill('SIGTERM');
    await Promise.all([opened.close(), backend.stop(), childGone(codegen)]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
}

dev().catch((error: unknown) => {
  console.error(error instanceof StartError ? `Wattdeck: ${error.message}` : error);
  process.exit(1);
});
