/** `npm start`: builds outdated parts, then runs the server in this process. */
import { ensureBuild } from './build/index.ts';
import { loadConfig } from './platform/config.ts';
import { StartError } from './platform/startError.ts';

try {
  // Reports a wrong setting before the slow build.
  loadConfig(process.env);
  await ensureBuild();
} catch (error) {
  console.error(error instanceof StartError ? `Wattdeck: ${error.message}` : error);
  process.exit(1);
}
await import('./main.ts');
