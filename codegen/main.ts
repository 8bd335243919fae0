/**
 * `node codegen/main.ts [--watch]`: derives `generated/` from the definitions.
 * A wrong definition stops it with file, JSON pointer and what to write instead (exit code 1);
 * while watching it says so and waits for the next save.
 */
import { join, resolve } from 'node:path';
import { setImmediate as afterEvents, setTimeout as sleep } from 'node:timers/promises';
import { generate, writeGenerated } from './generate.ts';
import { DefinitionError } from './problem.ts';
import { watchDefinitions } from './watch.ts';
import { countCoverage, readDocumented } from './write/documented.ts';

const root = resolve(import.meta.dirname, '..');
const SETTLE_MS = 60;

/** Calls were saved since the last run that went well: a server that runs cannot follow these. */
let calls = false;

/** The development server that started this gets the problems, too. */
async function run(): Promise<boolean> {
  const start = performance.now();
  const ofCalls = calls;
  calls = false;
  try {
    const files = await generate(root);
    const changed = writeGenerated(root, files);
    console.log(`codegen: ${changed.length} files changed in ${Math.round(performance.now() - start)} ms`);
    const documented = readDocumented(root);
    const { lines, handlers, missing } = countCoverage(JSON.parse(files['openapi.json'] ?? ''), documented);
    if (documented.length > 0)
      console.log(
        `codegen: of ${documented.length} documented calls ${lines} are lines, ${handlers} have a handler, ${missing} are missing`,
      );
    process.send?.({ problems: '', changed: changed.length, calls: ofCalls });
    return true;
  } catch (error) {
    calls ||= ofCalls;
    if (!(error instanceof DefinitionError)) throw error;
    console.error(error.message);
    process.send?.({ problems: error.message, changed: 0, calls: false });
    return false;
  }
}

const done = await run();
if (process.argv.includes('--watch')) {
  process.once('disconnect', () => process.exit());
  let timer: NodeJS.Timeout | undefined;
  /** The runs that are under way or wait for one. */
  let runs = 0;
  let running = Promise.resolve(done);
  watchDefinitions(root, (path) => {
    calls ||= path.startsWith(join(root, 'openapi'));
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      runs++;
      running = running
        .then(run)
        // A fault of the codegen itself must not end the watch either.
        .catch((error: NodeJS.ErrnoException) => {
          // A file that was listed and then removed is no fault: its removal begins the next run.
          if (error.code !== 'ENOENT') console.error(error);
          return false;
        })
        .finally(() => runs--);
    }, SETTLE_MS);
  });
  // Asked for it, we answer once all that was saved before is generated.
  process.on('message', async () => {
    // A save of the same moment may be told after the question.
    await afterEvents();
    while (timer || runs > 0) await sleep(SETTLE_MS);
    process.send?.({ idle: true });
  });
} else if (!done) process.exitCode = 1;
