import { expect, it, vi } from 'vitest';
import { makeFileLoader, readChunkUrl } from '../../../../runtime/kit/browser/fileLoader.ts';

const FILE = 'http://a:1/assets/Me-1a.js';
const message = `Failed to fetch dynamically imported module: ${FILE}`;

it('reads from the browser’s message which file failed to load', () => {
  expect(readChunkUrl(message)).toBe(FILE);
  expect(readChunkUrl('Importing a module script failed.')).toBeNull();
});

it('requests a failed file under another address each time, until it arrives', async () => {
  const urls: string[] = [];
  let broken = true;
  const reload = vi.fn();
  const load = makeFileLoader(() => Promise.reject(new TypeError(message)), {
    async again(url) {
      urls.push(url);
      if (broken) throw new TypeError(message);
      return 'there';
    },
    isThere: async () => false,
    reload,
  });
  await expect(load()).rejects.toThrow(message);
  await expect(load()).rejects.toThrow(message);
  broken = false;
  expect(await load()).toBe('there');
  expect(urls).toEqual([`${FILE}?attempt=1`, `${FILE}?attempt=2`]);
  expect(reload).not.toHaveBeenCalled();
});

it('reloads the page if the file exists but a dependency remains failed', async () => {
  const reload = vi.fn();
  const load = makeFileLoader(() => Promise.reject(new TypeError(message)), {
    again: () => Promise.reject(new TypeError(message)),
    isThere: async (url) => url === `${FILE}?attempt=1`,
    reload,
  });
  await expect(load()).rejects.toThrow(message);
  expect(reload).not.toHaveBeenCalled();
  await expect(load()).rejects.toThrow(message);
  expect(reload).toHaveBeenCalledOnce();
});

it('retries the original address if the browser names no file', async () => {
  let count = 0;
  const load = makeFileLoader(async () => {
    count++;
    if (count === 1) throw new TypeError('Importing a module script failed.');
    return count;
  });
  await expect(load()).rejects.toThrow();
  expect(await load()).toBe(2);
});
