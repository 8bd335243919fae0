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

/** True if calls changed since the last successful run. A running server cannot apply these. */
let calls = false;

/** Runs the codegen. The development server that started this receives the problems, too. */
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
  /** The number of runs that are in progress or waiting. */
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
        // An error in the codegen itself must not end the watch either.
        .catch((error: NodeJS.ErrnoException) => {
          // A file that was listed and then removed is not an error, because its removal starts the next run.
          if (error.code !== 'ENOENT') console.error(error);
          return false;
        })
        .finally(() => runs--);
    }, SETTLE_MS);
  });
  // The parent asks when the codegen is idle. The answer follows once all earlier saves are generated.
  process.on('message', async () => {
    // The event of a save at the same moment may arrive after the question.
    await afterEvents();
    while (timer || runs > 0) await sleep(SETTLE_MS);
    process.send?.({ idle: true });
  });
} else if (!done) process.exitCode = 1;
