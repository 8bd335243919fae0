/** Loads the shell and the files that it needs at once. */
import { pageRegistry } from '../../core/definitions/pages.ts';
import { loadOperations } from '../../kit/api/operations.ts';
import { makeFileLoader } from '../../kit/browser/fileLoader.ts';
import { whenIdle } from '../../kit/browser/whenIdle.ts';
import { loadAllTexts } from '../../kit/i18n/index.ts';
import { preloadPage } from '../page/pageComponents.ts';

const loadShell = makeFileLoader(() => import('../frame/Shell.tsx'));

let loadParts: () => Promise<unknown> = async () => null;

/** Set by main.tsx: parts of pages that the shell needs. The runtime must not import them. */
export function setShellParts(load: () => Promise<unknown>): void {
  loadParts = makeFileLoader(load);
}

/** Loads all parts in parallel. */
export async function importShell() {
  const [shell] = await Promise.all([loadShell(), loadAllTexts(), loadOperations(), loadParts()]);
  return shell;
}

async function preload(path: string): Promise<void> {
  await importShell();
  const page = pageRegistry.all().find(({ route }) => route === path);
  if (page) preloadPage(page);
}

/** Preloads the shell and the page at this path during the input of the login form. */
export function preloadInside(path: string): () => void {
  return whenIdle(() => {
    preload(path).catch(() => {
      // A failure is ignored. The sign-in loads them again, and shows the error.
    });
  });
}
