import { expect, it } from 'vitest';
import { scopedAccessBreaches } from '../../checks/scopedAccess.ts';

it('refuses a handler that uses the whole database', () => {
  const text = 'export const x = {} satisfies Partial<Calls<CallContext>>;';
  expect(scopedAccessBreaches('server/calls/station.ts', text)).toHaveLength(1);
  expect(scopedAccessBreaches('server/calls/record.ts', text)).toEqual([]);
});

it("refuses a domain that reads tables without the caller's permissions", () => {
  expect(scopedAccessBreaches('server/sites/cameras/list.ts', "import { trxAny } from 'x';")).toHaveLength(1);
  expect(
    scopedAccessBreaches('server/sites/cameras/list.ts', "import { recordsWhere } from 'x';"),
  ).toHaveLength(1);
  expect(scopedAccessBreaches('server/sites/cameras/list.ts', "import { seen } from 'x';")).toEqual([]);
});

it('refuses a room that writes the audit log besides the only writer', () => {
  for (const text of ["trx.insertInto('auditLog')", '`insert into audit_log (tenant_id)`']) {
    expect(scopedAccessBreaches('server/engine/studio/store.ts', text)).toHaveLength(1);
    expect(scopedAccessBreaches('server/platform/db/auditLog.ts', text)).toEqual([]);
  }
});
