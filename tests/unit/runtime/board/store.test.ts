import { describe, expect, it, vi } from 'vitest';
import { isDirty, type SavedBoard } from '../../../../runtime/board/document/boardFacts.ts';
import { BoardConflict, createBoardStore } from '../../../../runtime/board/document/boardStore.ts';
import type { Draft, DraftStore } from '../../../../runtime/board/document/draft.ts';
import { addWidget } from '../../../../runtime/core/document/edit.ts';
import { ApiError } from '../../../../runtime/kit/api/errors.ts';

const document = { version: 2, widgets: [], layouts: { lg: [] } };
const saved = (version: number, over = {}): SavedBoard => ({
  document,
  version,
  updatedBy: 'Li',
  updatedAt: null,
  note: null,
  anyStation: false,
  mayEdit: true,
  ...over,
});
const add = (id: string) => addWidget({ id, type: 'gauge', version: 1, config: {} }, { w: 6, h: 5 });

/** Creates drafts. `found` was written by another session. */
function drafts(found: Draft | null = null): DraftStore & { kept(): Draft | null; found(): Draft | null } {
  let own: Draft | null = null;
  return {
    read: () => found,
    write: (next) => {
      own = next;
    },
    clear: () => {
      own = null;
    },
    forget: () => {
      found = null;
    },
    kept: () => own,
    found: () => found,
  };
}

async function setUp(
  save = async (next: unknown, version: number) => saved(version + 1, { document: next }),
  draft = drafts(),
) {
  const server = { known: () => null, load: vi.fn(async () => saved(3)), save: vi.fn(save) };
  const store = createBoardStore(server, draft, () => 1000);
  await store.getState().load();
  return { store, server, draft };
}

describe('the board of a station', () => {
  it('can only be changed in edit mode', async () => {
    const { store } = await setUp();
    store.getState().edit('add', add('a'));
    expect(store.getState().history.document.widgets).toEqual([]);
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    expect(store.getState().history.document.widgets).toHaveLength(1);
  });

  it("is shown from the cache at once, and follows the server's answer", async () => {
    const server = { known: () => saved(3), load: async () => saved(4, { note: 'new' }), save: vi.fn() };
    const store = createBoardStore(server, drafts(), () => 1000);
    expect(store.getState()).toMatchObject({ status: 'ready', saved: { version: 3 } });
    await store.getState().load();
    expect(store.getState().saved).toMatchObject({ version: 4, note: 'new' });
  });

  it('becomes read-only as soon as the permission ends', async () => {
    const { store, server } = await setUp();
    server.load.mockResolvedValue(saved(3, { mayEdit: false }));
    await store.getState().load();
    expect(store.getState().saved.mayEdit).toBe(false);
  });

  it('from the cache disappears if the server has no such board; a loaded one remains', async () => {
    const refuse = async () => {
      throw new Error('gone');
    };
    const server = { known: () => saved(3), load: refuse, save: vi.fn() };
    const remembered = createBoardStore(server, drafts(), () => 1000);
    await remembered.getState().load();
    expect(remembered.getState().status).toBe('failed');
    const { store, server: lost } = await setUp();
    lost.load.mockImplementation(refuse);
    await store.getState().load();
    expect(store.getState().status).toBe('ready');
  });

  it('has nothing to save once everything is undone', async () => {
    const { store, draft } = await setUp();
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    expect(isDirty(store.getState())).toBe(true);
    store.getState().undo();
    expect(isDirty(store.getState())).toBe(false);
    store.getState().redo();
    expect(isDirty(store.getState())).toBe(true);
    store.getState().undo();
    // After a reload there is no question, and redo still works.
    const stored = drafts(JSON.parse(JSON.stringify(draft.kept())));
    const { store: next } = await setUp(undefined, stored);
    expect([next.getState().draft, stored.found()]).toEqual([null, null]);
    next.getState().startEditing();
    expect(stored.kept()).not.toBeNull();
    next.getState().redo();
    expect(next.getState().history.document.widgets).toHaveLength(1);
    next.getState().discard();
    expect(stored.kept()).toBeNull();
  });

  it('that was deleted, or is no longer accessible, is reported, unless it is being edited', async () => {
    for (const status of [403, 404]) {
      const { store, server } = await setUp();
      server.load.mockRejectedValue(new ApiError({ failure: 'answer', status }));
      store.getState().startEditing();
      await store.getState().load();
      expect(store.getState().status).toBe('ready');
      store.getState().discard();
      await store.getState().load();
      expect(store.getState().status).toBe('gone');
    }
  });

  it('is saved with its loaded version, and then leaves edit mode', async () => {
    const { store, server, draft } = await setUp();
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    await expect(store.getState().save()).resolves.toBe(true);
    expect(server.save).toHaveBeenCalledWith(
      expect.objectContaining({ widgets: [expect.anything()] }),
      3,
      '',
    );
    expect(store.getState()).toMatchObject({ editing: false, saved: { version: 4 } });
    expect(draft.kept()).toBeNull();
  });

  it('keeps edits made during a save', async () => {
    let answer = () => {};
    const { store, draft } = await setUp(async (next, version) => {
      await new Promise<void>((done) => {
        answer = done;
      });
      return saved(version + 1, { document: next });
    });
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    const saving = store.getState().save();
    store.getState().edit('add', add('b'));
    answer();
    await expect(saving).resolves.toBe(false);
    expect(store.getState()).toMatchObject({ editing: true, saved: { version: 4 } });
    expect(isDirty(store.getState())).toBe(true);
    // A draft that continues after a crash does not conflict with itself.
    expect(draft.kept()).toMatchObject({ version: 4 });
  });

  it('is never overwritten without asking if another user saved first', async () => {
    const theirs = saved(9, { updatedBy: 'Wang' });
    const { store, server } = await setUp(async (next, version) => {
      if (version < 9) throw new BoardConflict(theirs);
      return saved(10, { document: next });
    });
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    await expect(store.getState().save()).resolves.toBe(false);
    expect(store.getState()).toMatchObject({ editing: true, conflict: { updatedBy: 'Wang', version: 9 } });
    await expect(store.getState().saveMerged(store.getState().history.document)).resolves.toBe(true);
    expect(server.save).toHaveBeenLastCalledWith(expect.anything(), 9, '');
    expect(store.getState()).toMatchObject({ editing: false, conflict: null, saved: { version: 10 } });
  });

  it('asks again after a merge that could not be saved', async () => {
    let down = true;
    const { store } = await setUp(async (next, version) => {
      if (version < 9) throw new BoardConflict(saved(9));
      if (down) throw new Error('down');
      return saved(10, { document: next });
    });
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    await store.getState().save();
    await expect(store.getState().saveMerged(document)).rejects.toThrow('down');
    expect(store.getState()).toMatchObject({ editing: true, saving: false, conflict: { version: 9 } });
    down = false;
    store.getState().keepEditing();
    store.getState().undo();
    store.getState().redo();
    await expect(store.getState().save()).resolves.toBe(false);
    expect(store.getState().conflict).toMatchObject({ version: 9 });
  });

  it('can replace the edits by the saved version', async () => {
    const { store } = await setUp(async () => {
      throw new BoardConflict(saved(9));
    });
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    await store.getState().save();
    store.getState().takeTheirs();
    expect(store.getState()).toMatchObject({
      editing: false,
      conflict: null,
      saved: { version: 9 },
      history: { document },
    });
  });

  it('remains in edit mode if it could not be saved', async () => {
    const { store, draft } = await setUp(async () => {
      throw new Error('down');
    });
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    await expect(store.getState().save()).rejects.toThrow('down');
    expect(store.getState()).toMatchObject({ editing: true, saving: false });
    expect(draft.kept()).not.toBeNull();
  });

  it('offers unsaved work of an earlier session, with its original version', async () => {
    const unsaved = {
      ...document,
      widgets: [{ id: 'a', type: 'gauge', version: 1, config: {} }],
      layouts: { lg: [{ i: 'a', x: 0, y: 0, w: 6, h: 5 }] },
    };
    const { store, server } = await setUp(undefined, drafts({ document: unsaved, version: 2, at: 5 }));
    expect(store.getState().draft).toMatchObject({ at: 5 });
    store.getState().restoreDraft();
    expect(store.getState().history.document).toEqual(unsaved);
    store.getState().undo();
    expect(store.getState().history.document.widgets).toEqual([]);
    store.getState().redo();
    await store.getState().save();
    expect(server.save).toHaveBeenCalledWith(unsaved, 2, '');
  });

  it('saves over the newest board again after an older draft was resumed and dropped', async () => {
    const older = { ...document, widgets: [], layouts: { lg: [] } };
    add('z')(older);
    const { store, server } = await setUp(undefined, drafts({ document: older, version: 1, at: 5 }));
    store.getState().restoreDraft();
    store.getState().discard();
    store.getState().startEditing();
    store.getState().edit('add a', add('a'));
    await store.getState().save();
    expect(server.save).toHaveBeenCalledWith(expect.anything(), 3, '');
  });

  it('keeps the found draft until the user answers, and resumes it as a step of the edits', async () => {
    const work = { ...document, widgets: [], layouts: { lg: [] } };
    add('found')(work);
    const found: Draft = { document: work, version: 3, at: 5, steps: { past: [], future: [] } };
    const { store, draft } = await setUp(undefined, drafts(found));
    const widgets = () => store.getState().history.document.widgets.map(({ id }) => id);
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    await store.getState().save();
    store.getState().startEditing();
    store.getState().edit('add', add('b'));
    store.getState().discard();
    expect(draft.found()).toBe(found);
    expect(store.getState().draft).toBe(found);
    store.getState().startEditing();
    store.getState().edit('add', add('c'));
    store.getState().restoreDraft();
    expect(widgets()).toEqual(['found']);
    expect(draft.found()).toBeNull();
    store.getState().undo();
    expect(widgets()).toEqual(['a', 'c']);
  });

  it('resumes undo and redo of the earlier session with its unsaved work', async () => {
    const first = await setUp();
    first.store.getState().startEditing();
    for (const id of ['a', 'b', 'c']) first.store.getState().edit(`add ${id}`, add(id));
    first.store.getState().undo();
    const stored = drafts(JSON.parse(JSON.stringify(first.draft.kept())));
    const { store } = await setUp(undefined, stored);
    store.getState().restoreDraft();
    const widgets = () =>
      store
        .getState()
        .history.document.widgets.map(({ id }) => id)
        .join('');
    expect(widgets()).toBe('ab');
    store.getState().redo();
    expect(widgets()).toBe('abc');
    for (const left of ['ab', 'a', '']) {
      store.getState().undo();
      expect(widgets()).toBe(left);
    }
    expect(isDirty(store.getState())).toBe(false);
  });

  it('deselects deleted widgets', async () => {
    const { store } = await setUp();
    store.getState().startEditing();
    for (const id of ['a', 'b']) store.getState().edit('add', add(id));
    store.getState().select(['a', 'b']);
    store.getState().undo();
    expect(store.getState().selected).toEqual(['a']);
    store.getState().discard();
    expect(store.getState().selected).toEqual([]);
  });

  it('reports the save even if its edits were discarded in the meantime', async () => {
    const { store } = await setUp();
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    const saving = store.getState().save();
    store.getState().discard();
    expect(await saving).toBe(true);
    expect(store.getState().history.document.widgets.map(({ id }) => id)).toEqual(['a']);
  });

  it('ignores a late answer during editing', async () => {
    const { store, server } = await setUp();
    store.getState().startEditing();
    store.getState().edit('add', add('a'));
    server.load.mockResolvedValueOnce(saved(8));
    await store.getState().load();
    expect(store.getState().saved.version).toBe(3);
    expect(store.getState().history.document.widgets).toHaveLength(1);
  });
});
