/** `Failed to fetch dynamically imported module: https://…/assets/Me-1a2b.js` */
export function readChunkUrl(message: string): string | null {
  return /https?:\/\/\S+?\.js(?=$|[\s?])/.exec(message)?.[0] ?? null;
}

/** The parts of the browser that a loader uses, which a test replaces. */
interface Browser<T> {
  again(url: string): Promise<T>;
  isThere(url: string): Promise<boolean>;
  /** Reloads the page. */
  reload(): void;
}

const ownBrowser = <T>(): Browser<T> => ({
  again: (url) => import(/* @vite-ignore */ url) as Promise<T>,
  isThere: (url) =>
    fetch(url, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: () => location.reload(),
});

/**
 * Loads a program file, and where it did not arrive once more when it is asked for again. Browsers remember a file that
 * failed as failed; only under another address do they ask for it again. A file that it needs in turn has no other
 * address: where that one failed, only a new page forgets it.
 *
 * @param load the plain `import()` of the file: what it answers is what the other address answers
 */
export function makeFileLoader<T>(load: () => Promise<T>, browser: Browser<T> = ownBrowser()) {
  let failed: string | null = null;
  let attempts = 0;

  async function loadAgain(file: string): Promise<T> {
    attempts++;
    const url = `${file}?attempt=${attempts}`;
    try {
      return await browser.again(url);
    } catch (error) {
      if (await browser.isThere(url)) browser.reload();
      throw error;
    }
  }

  return async (): Promise<T> => {
    if (failed) return loadAgain(failed);
    try {
      return await load();
    } catch (error) {
      failed = error instanceof Error ? readChunkUrl(error.message) : null;
      throw error;
    }
  };
}
