/**
 * Returns the address in an error such as `Failed to fetch dynamically imported module:
 * https://…/assets/Me-1a2b.js`. Null if there is none.
 */
export function readChunkUrl(message: string): string | null {
  return /https?:\/\/\S+?\.js(?=$|[\s?])/.exec(message)?.[0] ?? null;
}

/** The browser functions that a loader uses, replaceable in tests. */
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
 * Loads the file of a module. After a failure the next call retries. Browsers cache the failure of a module
 * by address, so the retry uses another address. A file that the module imports keeps its address. After its
 * failure only a reload helps.
 *
 * @param load the plain `import()` of the file
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
