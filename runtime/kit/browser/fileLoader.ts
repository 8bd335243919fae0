/** `Failed to fetch dynamically imported module: https://…/assets/Me-1a2b.js` */
export function readChunkUrl(message: string): string | null {
  return /https?:\/\/\S+?\.js(?=$|[\s?])/.exec(message)?.[0] ?? null;
}

const importAgain = <T>(url: string) => import(/* @vite-ignore */ url) as Promise<T>;

/**
 * Loads a program file, and where it did not arrive once more when it is asked for again. Browsers remember a file that
 * failed as failed; only under another address do they ask for it anew.
 *
 * @param load the plain `import()` of the file: what it answers is what the other address answers
 */
export function makeFileLoader<T>(load: () => Promise<T>, again: (url: string) => Promise<T> = importAgain) {
  let failed: string | null = null;
  let attempts = 0;
  return async (): Promise<T> => {
    if (failed) {
      attempts++;
      return again(`${failed}?attempt=${attempts}`);
    }
    try {
      return await load();
    } catch (error) {
      failed = error instanceof Error ? readChunkUrl(error.message) : null;
      throw error;
    }
  };
}
