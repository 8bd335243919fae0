/** Tests that a document is created once for any number of requests, and not at all if all callers have left. */
import { describe, expect, it } from 'vitest';
import { createDocumentCache } from '../../../../../server/engine/documents/documentCache.ts';

const MANY = 1_000;

/** Creates documents that end when the test ends them. */
function makePress() {
  const asked: { signal: AbortSignal; finish(text: string): void; fail(error: Error): void }[] = [];
  return {
    asked,
    make: (signal: AbortSignal) =>
      new Promise<Buffer>((done, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason));
        asked.push({ signal, finish: (text) => done(Buffer.from(text)), fail });
      }),
  };
}

describe('papers', () => {
  it('are created once for all callers during and after the creation', async () => {
    const papers = createDocumentCache(MANY);
    const { asked, make } = makePress();
    const all = ['a', 'b', 'c'].map(() => papers.get('key', make));
    asked[0]!.finish('paper');
    expect((await Promise.all(all)).map(String)).toEqual(['paper', 'paper', 'paper']);
    expect(String(await papers.get('key', make))).toBe('paper');
    expect(asked).toHaveLength(1);
    void papers.get('other', make);
    expect(asked).toHaveLength(2);
  });

  it('continue for remaining callers, and end when the last one leaves', async () => {
    const papers = createDocumentCache(MANY);
    const { asked, make } = makePress();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = papers.get('key', make, first.signal);
    const other = papers.get('key', make, second.signal);
    first.abort(new Error('the first left'));
    await expect(one).rejects.toThrow('the first left');
    expect(asked[0]!.signal.aborted).toBe(false);
    second.abort(new Error('the second left'));
    await expect(other).rejects.toThrow('the second left');
    expect(asked[0]!.signal.aborted).toBe(true);
    const again = papers.get('key', make);
    asked[1]!.finish('paper');
    expect(String(await again)).toBe('paper');
  });

  it('are created again after a failure', async () => {
    const papers = createDocumentCache(MANY);
    const { asked, make } = makePress();
    const failing = papers.get('key', make);
    asked[0]!.fail(new Error('no font'));
    await expect(failing).rejects.toThrow('no font');
    void papers.get('key', make);
    expect(asked).toHaveLength(2);
  });

  it('use limited memory, and the oldest are removed first', async () => {
    const papers = createDocumentCache(100);
    const makes: string[] = [];
    const get = (key: string) =>
      papers.get(key, async () => {
        makes.push(key);
        return Buffer.alloc(40);
      });
    for (const key of ['a', 'b', 'c', 'c', 'a']) await get(key);
    expect(makes).toEqual(['a', 'b', 'c', 'a']);
  });
});
