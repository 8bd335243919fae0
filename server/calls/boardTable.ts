import type { Calls } from '../../generated/calls.ts';
import { isZone } from '../../runtime/core/timeWindow.ts';
import { tableCsv, tablesXlsx } from '../boards/tableFile.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';

export const boardTableCalls = {
  async boardTable({ body: { format, zone, tables } }) {
    const [first] = tables;
    if (!isZone(zone) || !first) throw new AppError('http.badRequest');
    return format === 'csv' ? tableCsv(first, zone) : tablesXlsx(tables, zone);
  },
} satisfies Partial<Calls<CallContext>>;
