import { describe, expect, it } from 'vitest';
import { CACHE_MS, createSessionCache } from '../../../../../server/engine/identity/session/cache.ts';
import type { LiveSession } from '../../../../../server/engine/identity/session/sessions.ts';

const session = (name: string, expiresAt = Number.POSITIVE_INFINITY): LiveSession => ({
  userId: 7,
  tenantId: 2,
  name,
  sessionId: 's',
  apiKey: false,
  admin: false,
  permissions: new Set(),
  departments: [],
  stations: [],
  fieldRules: new Map(),
  lang: 'zh',
  expiresAt,
});

function setUp(answer: (count: number) => LiveSession | null) {
  const state = { now: 0, reads: 0 };
  const cache = createSessionCache(
    async () => {
      state.reads += 1;
      return answer(state.reads);
    },
    () => state.now,
  );
  return { cache, state };
}

describe('session cache', () => {
  it('reads once for parallel requests, and again after ten seconds', async () => {
    const { cache, state } = setUp((count) => session(String(count)));
    const both = await Promise.all([cache.get('s'), cache.get('s')]);
    expect(both.map((one) => one?.name)).toEqual(['1', '1']);
    state.now = CACHE_MS - 1;
    await cache.get('s');
    expect(state.reads).toBe(1);
    state.now = CACHE_MS;
    expect((await cache.get('s'))?.name).toBe('2');
  });

  it('reads again when the user changed, even during a read', async () => {
    const { cache, state } = setUp((count) => session(String(count)));
    const early = cache.get('s');
    cache.dropUser(7);
    await early;
    expect((await cache.get('s'))?.name).toBe('2');
    cache.dropUser(8);
    await cache.get('s');
    expect(state.reads).toBe(2);
  });

  it('does not cache missing users', async () => {
    const { cache, state } = setUp((count) => (count === 1 ? null : session('late')));
    expect(await cache.get('s')).toBeNull();
    expect((await cache.get('s'))?.name).toBe('late');
    expect(state.reads).toBe(2);
  });

  it('returns no session that ended in the meantime', async () => {
    const { cache, state } = setUp(() => session('short', 500));
    expect(await cache.get('s')).not.toBeNull();
    state.now = 500;
    expect(await cache.get('s')).toBeNull();
  });

  it('forgets a failed reading', async () => {
    let fails = true;
    const cache = createSessionCache(async () => {
      if (fails) throw new Error('down');
      return session('up');
    });
    await expect(cache.get('s')).rejects.toThrow('down');
    fails = false;
    expect((await cache.get('s'))?.name).toBe('up');
  });
});
