import { describe, expect, it } from 'vitest';
import {
  auditFileAddress,
  readAuditQuery,
  writeAuditQuery,
} from '../../../pages/operation/parts/useAudit.ts';
import { auditActionTitle, noteField } from '../../../runtime/core/text/auditWords.ts';

describe('the address of the audit log', () => {
  it('contains the selection, and nothing at first', () => {
    const filter = { entity: 'dept', userId: 7, from: '2026-11-01T00:00:00.000Z' };
    const query = { filter, sort: '-user' as const, current: 3, size: 50 };
    const written = writeAuditQuery(query);
    expect(readAuditQuery(written)).toEqual({ ...query, filter: expect.objectContaining(filter) });
    expect(writeAuditQuery(readAuditQuery(new URLSearchParams())).size).toBe(0);
  });

  it('accepts only values that the server accepts', () => {
    const { filter, sort, current, size } = readAuditQuery(
      new URLSearchParams('userId=x&page=-1&size=7&entity=&sort=diff'),
    );
    expect(Object.values(filter).every((value) => value === undefined)).toBe(true);
    expect([sort, current, size]).toEqual([null, 1, 20]);
  });

  it('leads to the file of the same entries', () => {
    expect(
      auditFileAddress(
        { entity: 'dept', userId: undefined },
        { format: 'xlsx', lang: 'en', zone: 'Asia/Shanghai' },
      ),
    ).toBe('/manager/access/audit/export?entity=dept&by=people&format=xlsx&lang=en&zone=Asia%2FShanghai');
  });
});

describe('additional entries of the audit log beside the fields of a record', () => {
  const formField = { type: 'string', title: { zh: '完成日期', en: 'Completed on' } };
  const close = {
    name: 'close',
    title: { zh: '关闭', en: 'Close' },
    form: { properties: { on: formField } },
  };
  const entity = { states: { transitions: [close] } } as unknown as Parameters<typeof noteField>[2];

  it("have the titles of the form's fields, or their own titles", () => {
    expect(noteField('form.on', 'transition:close', entity)).toBe(formField);
    expect(noteField('form.on', 'transition:open', entity)).toBeUndefined();
    expect(noteField('ip', 'login', undefined)?.title?.en).toBe('IP address');
  });
});

describe("the audit log's names for actions", () => {
  const states = { transitions: [{ name: 'close', title: { zh: '关闭', en: 'Close' } }] };
  const entity = { states } as unknown as Parameters<typeof auditActionTitle>[1];

  it('are titles for approvals, the studio and transitions; a code only without a definition', () => {
    const title = (action: string) => auditActionTitle(action, entity).en;
    expect(['approval:agree', 'apply', 'undo', 'transition:close', 'transition:gone'].map(title)).toEqual([
      'Approved a request',
      'Applied a definition',
      'Undid a definition',
      'Close',
      'Changed state',
    ]);
    expect(title('gone')).toBe('gone');
  });

  it("are the device's own names for commands and attributes", () => {
    expect(noteField('control/setpoint', 'update', undefined)?.title).toEqual({
      zh: '遥控 setpoint',
      en: 'Control setpoint',
    });
    expect(noteField('shared/rate/limit', 'update', undefined)?.title?.en).toBe('Attribute rate/limit');
    expect(noteField('other/name', 'update', undefined)).toBeUndefined();
  });
});
