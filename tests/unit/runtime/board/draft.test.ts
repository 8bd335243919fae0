import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Draft,
  type DraftStore,
  localDraft,
  readDraft,
} from '../../../../runtime/board/document/draft.ts';

const document = { version: 2, widgets: [], layouts: { lg: [] } };

describe('a stored draft', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is removed only by the window that wrote it, or after an answer', async () => {
    const items = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    });
    const ignore = () => {};
    vi.stubGlobal('document', { addEventListener: ignore, removeEventListener: ignore });
    vi.stubGlobal('addEventListener', ignore);
    vi.stubGlobal('removeEventListener', ignore);
    vi.stubGlobal('requestIdleCallback', (run: () => void) => queueMicrotask(run));
    const open = () => localDraft(1, 'S', null);
    const draftOf = (at: number): Draft => ({ document, version: 1, at, steps: { past: [], future: [] } });
    const [a, b] = [open(), open()];
    const write = async (store: DraftStore, at: number) => {
      store.write(draftOf(at));
      await Promise.resolve();
    };
    await write(a, 1);
    await write(b, 2);
    expect([a.read()?.at, b.read()?.at]).toEqual([2, 1]);
    b.clear();
    expect([a.read(), open().read()?.at]).toEqual([null, 1]);
    const found = b.read()!;
    await write(a, 3);
    b.forget(found);
    expect(b.read()?.at).toBe(3);
    b.forget(b.read()!);
    expect(items.size).toBe(0);
  });

  it('is read only if it is valid', () => {
    expect(readDraft(JSON.stringify({ document, version: 1, at: 1 }))).toEqual({
      document,
      version: 1,
      at: 1,
    });
    for (const text of [
      null,
      '',
      '{',
      '3',
      'null',
      '{"document":7,"version":1,"at":1}',
      JSON.stringify({ document }),
    ]) {
      expect(readDraft(text)).toBeNull();
    }
  });

  it('is not lost if a widget has no place', () => {
    const widgets = [{ id: 'a', type: 'gauge', version: 1, config: {} }];
    const draft = readDraft(JSON.stringify({ document: { ...document, widgets }, version: 1, at: 1 }));
    expect(draft?.document.layouts.lg.map(({ i }) => i)).toEqual(['a']);
  });
});
