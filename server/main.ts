/**
 * The server process: reads the settings, runs one server, handles signals. `start.ts` builds the project and then runs
 * this file.
 */
import { type App, createApp } from './app.ts';
import type { BackendNews } from './devBackend.ts';
import type { StartAccount } from './engine/context.ts';
import { loadConfig } from './platform/config.ts';
import { StartError } from './platform/startError.ts';
import { sendToParent } from './platform/worker/sendToParent.ts';

const FORCED_EXIT = 130;
/** Signals within this time in ms count as one. A single Ctrl-C may arrive twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;

let app: App | null = null;
let stoppingSince = 0;

function accountLine({ username, password, note }: StartAccount): string {
  return `  ${username.padEnd(12)} ${password ?? '(password as set before)'}${note ? `  ${note}` : ''}`;
}

function printStarted({ url, mqttPort, accounts }: App): void {
  // Under `npm run dev` users open the port of the pages, not the port of the server.
  console.log(process.send ? 'The server behind the pages is ready' : `Wattdeck is ready at ${url}`);
  if (mqttPort !== null) console.log(`MQTT listens on port ${mqttPort}`);
  if (accounts.length > 0) console.log(['Accounts:', ...accounts.map(accountLine)].join('\n'));
  if (accounts.some(({ password }) => password !== null)) {
    console.log('Generated passwords are shown this once; note them down.');
  }
}

async function stop(code: number): Promise<void> {
  if (stoppingSince > 0) {
    if (Date.now() - stoppingSince < SAME_SIGNAL_MS) return;
    app?.kill();
    process.exit(FORCED_EXIT);
  }
  stoppingSince = Date.now();
  // A start in progress is completed first and then undone.
  if (app) console.log('Wattdeck is stopping …');
  await starting.catch(() => {});
  await app?.close();
  process.exit(code);
}

function endFailure(error: unknown): void {
  console.error(error instanceof Error ? error.stack : error);
  void stop(1);
}

async function start(): Promise<void> {
  app = await createApp(loadConfig(process.env), (error) => {
    console.error(`Wattdeck: the database was lost: ${error.message}`);
    void stop(1);
  });
  if (stoppingSince > 0) return;
  printStarted(app);
  await app.services.identity.accountsTold();
}

// The reader of the output may close it (`npm start | head`). The server continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
process.on('uncaughtException', endFailure);
process.on('unhandledRejection', endFailure);

const starting = start();

/** Reloads definitions that were saved since the last call. The development server requests the reload. */
async function followDefinitions(): Promise<boolean> {
  await starting;
  return (await app?.services.studio.follow()) ?? false;
}

const report = (news: BackendNews): void => sendToParent(news);

if (process.send) {
  // Records the definitions of the build before a user saves any.
  void followDefinitions().then(
    () => report({ started: true }),
    () => {},
  );
  process.once('disconnect', () => void stop(0));
  process.on('message', () => {
    followDefinitions().then(
      (followed) => report({ followed }),
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error);
        console.error(`Wattdeck: ${problem}`);
        // This error would prevent a start. The running process reports it and continues.
        report(error instanceof StartError ? { followed: false, problem } : { followed: false });
      },
    );
  });
}
starting.catch((error: unknown) => {
  console.error(error instanceof StartError ? `Wattdeck: ${error.message}` : error);
  if (stoppingSince === 0) process.exit(1);
});
