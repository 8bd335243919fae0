import { describe, expect, it } from 'vitest';
import {
  auditFile_address,
  auditQuery_read,
  auditQuery_write,
} from '../../../pages/operation/parts/useAudit.ts';
import { auditAction_title } from '../../../runtime/core/auditWords.ts';

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
    expect(
      auditFile_address(
        { entity: 'dept', userId: undefined },
        { format: 'xlsx', lang: 'en', zone: 'Asia/Shanghai' },
      ),
    ).toBe('/manager/access/audit/export?entity=dept&format=xlsx&lang=en&zone=Asia%2FShanghai');
  });
});

describe('what the audit log calls what was done', () => {
  const states = { transitions: [{ name: 'close', title: { zh: '关闭', en: 'Close' } }] };
  const entity = { states } as unknown as Parameters<typeof auditAction_title>[1];

  it('is a title for approvals, the studio and moves; a code only where the definition is gone', () => {
    const title = (action: string) => auditAction_title(action, entity).en;
    expect(['approval:agree', 'apply', 'undo', 'transition:close', 'transition:gone'].map(title)).toEqual([
      'Agreed to a request',
      'Applied a definition',
      'Undid a definition',
      'Close',
      'Changed state',
    ]);
    expect(title('gone')).toBe('gone');
  });
});
