import type { Calls } from '../../generated/calls.ts';
import { isZone } from '../../runtime/core/time/timeWindow.ts';
import type { CallContext } from '../engine/context.ts';
import { turnOf } from '../engine/turn.ts';
import { AppError } from '../platform/errors/errors.ts';
import { runInTurn } from '../platform/worker/turns.ts';
import { tableCsv, tablesXlsx } from '../sites/boards/tableFile.ts';

export const boardTableCalls = {
  async boardTable({ body: { format, zone, tables } }, ctx) {
    const [first] = tables;
    if (!isZone(zone) || !first) throw new AppError('http.badRequest');
    return runInTurn(turnOf(ctx, 'table'), async () =>
      format === 'csv' ? tableCsv(first, zone) : tablesXlsx(tables, zone),
    );
  },
} satisfies Partial<Calls<CallContext>>;
