/** `npm run build` builds what `npm start` builds. A later start then needs no build tools. */
import { StartError } from '../platform/startError.ts';
import { ensureBuild } from './index.ts';

try {
  await ensureBuild();
  console.log('generated/ and dist/ are up to date.');
} catch (error) {
  console.error(error instanceof StartError ? `Wattdeck: ${error.message}` : error);
  process.exit(1);
}
