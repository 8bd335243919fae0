/** Loads the shell around all pages after the login, with the files that it needs immediately. */
import { pageRegistry } from '../../core/definitions/pages.ts';
import { loadOperations } from '../../kit/api/operations.ts';
import { makeFileLoader } from '../../kit/browser/fileLoader.ts';
import { whenIdle } from '../../kit/browser/whenIdle.ts';
import { loadAllTexts } from '../../kit/i18n/index.ts';
import { preloadPage } from '../page/pageComponents.ts';

const loadShell = makeFileLoader(() => import('../frame/Shell.tsx'));

let loadParts: () => Promise<unknown> = async () => null;

/** main.tsx names the parts of pages that the shell needs, because the runtime must not import them. */
export function setShellParts(load: () => Promise<unknown>): void {
  loadParts = makeFileLoader(load);
}

/** Loads all parts at the same time, so that none waits for another. */
export async function importShell() {
  const [shell] = await Promise.all([loadShell(), loadAllTexts(), loadOperations(), loadParts()]);
  return shell;
}

async function preload(path: string): Promise<void> {
  await importShell();
  const page = pageRegistry.all().find(({ route }) => route === path);
  if (page) preloadPage(page);
}

/** Prefetches the shell and the page at this path while the user types, so that signing in does not wait for code. */
export function preloadInside(path: string): () => void {
  return whenIdle(() => {
    preload(path).catch(() => {
      // The sign-in tries again, and shows the error.
    });
  });
}
