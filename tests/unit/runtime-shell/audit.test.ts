import { describe, expect, it } from 'vitest';
import {
  auditFile_address,
  auditQuery_read,
  auditQuery_write,
} from '../../../pages/operation/parts/useAudit.ts';

describe('the address of the audit log', () => {
  it('says what is looked at, and nothing where it is as first opened', () => {
    const filter = { entity: 'dept', userId: 7, from: '2026-11-01T00:00:00.000Z' };
    const query = { filter, current: 3, size: 50 };
    const written = auditQuery_write(query);
    expect(auditQuery_read(written)).toEqual({ ...query, filter: expect.objectContaining(filter) });
    expect(auditQuery_write(auditQuery_read(new URLSearchParams())).size).toBe(0);
  });

  it('takes nothing that the server would refuse', () => {
    const { filter, current, size } = auditQuery_read(new URLSearchParams('userId=x&page=-1&size=7&entity='));
    expect(Object.values(filter).every((value) => value === undefined)).toBe(true);
    expect([current, size]).toEqual([1, 20]);
  });

  it('leads to the file of the same lines', () => {
    expect(auditFile_address({ entity: 'dept', userId: undefined }, 'xlsx')).toBe(
      '/manager/access/audit/export?entity=dept&format=xlsx',
    );
  });
});
