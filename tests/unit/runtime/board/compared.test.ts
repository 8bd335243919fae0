import { describe, expect, it } from 'vitest';
import { comparedVersions } from '../../../../runtime/board/versions/compared.ts';

const versions = [{ version: 5 }, { version: 4 }, { version: 3 }];

describe('the compared versions', () => {
  it('are the newest one and the one before, if none is picked', () => {
    expect(comparedVersions(versions, null, 5, 'previous')).toEqual({ chosen: 5, other: 4, isCurrent: true });
    expect(comparedVersions([], null, 0, 'previous')).toEqual({
      chosen: null,
      other: null,
      isCurrent: false,
    });
  });

  it('are the picked one and the current one on request', () => {
    expect(comparedVersions(versions, 3, 5, 'current')).toEqual({ chosen: 3, other: 5, isCurrent: false });
    expect(comparedVersions(versions, 3, 5, 'previous').other).toBe(2);
  });

  it('are never the current one twice', () => {
    expect(comparedVersions(versions, 5, 5, 'current').other).toBe(4);
  });
});
