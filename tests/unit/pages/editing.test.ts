import { describe, expect, it } from 'vitest';
import type { Definition } from '../../../pages/studio/parts/document.ts';
import type { Draft } from '../../../pages/studio/parts/drafts.ts';
import { isChanged, isOutdated, isReady, readText } from '../../../pages/studio/parts/editing.ts';

const definition = { document: { name: 'rack' }, base: 4 } as unknown as Definition;
const draft = (base: number): Draft => ({ kind: 'entity', name: 'rack', text: '{', base });

describe('an edited definition', () => {
  it('is the draft, else the applied one, else nothing', () => {
    expect(readText(definition, draft(4))).toBe('{');
    expect(JSON.parse(readText(definition, null))).toEqual({ name: 'rack' });
    expect(readText(null, null)).toBe('');
  });

  it('is outdated if another version was applied since', () => {
    expect([isOutdated(definition, draft(4)), isOutdated(definition, draft(3))]).toEqual([false, true]);
    expect([isOutdated(definition, null), isOutdated(null, draft(3))]).toEqual([false, false]);
  });

  it('is changed if its meaning differs, or if it is new', () => {
    expect(isChanged({ name: 'rack' }, { name: 'rack' })).toBe(false);
    expect([isChanged({ name: 'shelf' }, { name: 'rack' }), isChanged(null, { name: 'rack' })]).toEqual([
      true,
      true,
    ]);
  });

  it('can be applied only if it was checked as it is, against the applied version', () => {
    const written = { parsed: { name: 'rack' }, changed: true, outdated: false };
    const judged = { problems: [], checking: false, failed: false };
    const problem = { file: null, pointer: '', zh: '', en: '' } as unknown as Definition['problems'][number];
    expect(isReady(written, judged)).toBe(true);
    expect(isReady({ ...written, changed: false }, judged)).toBe(false);
    expect(isReady({ ...written, outdated: true }, judged)).toBe(false);
    expect(isReady({ ...written, parsed: null }, judged)).toBe(false);
    expect(isReady(written, { ...judged, checking: true })).toBe(false);
    expect(isReady(written, { ...judged, failed: true })).toBe(false);
    expect(isReady(written, { ...judged, problems: [problem] })).toBe(false);
  });
});
