/** `npm run build`: what `npm start` would build, so that it starts without the build tools afterwards. */
import { StartError } from '../platform/startError.ts';
import { ensureBuild } from './index.ts';

try {
  await ensureBuild();
  console.log('generated/ and dist/ are up to date.');
} catch (error) {
  console.error(error instanceof StartError ? `Wattdeck: ${error.message}` : error);
  process.exit(1);
}
