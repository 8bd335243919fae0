/** Starts automations by calls from other systems. The address identifies the caller before the body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperationId } from '../../../generated/operations.ts';
import type { CallField, Drawing } from '../../../runtime/core/automation/drawing.ts';
import { isObject } from '../../../runtime/core/object.ts';
import type { Database } from '../../platform/db/index.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import type { CallContext, Services } from '../context.ts';
import { hashToken } from '../publicLinks/store.ts';
import { addRuns } from './queue.ts';

const OPERATION: OperationId = 'automationCall';
const WINDOW_MS = 60_000;
/** Maximum number of calls of an address in a minute, for each process. */
const MAX_CALLS = 60;
const LONGEST_TEXT = 1_000;

interface Called {
  tenantId: number;
  id: number;
  name: string;
  drawing: Drawing;
}

const called = new WeakMap<FastifyRequest, Called>();

/** Counts calls by address. All counters are reset together, so that memory use stays limited. */
function createCallLimit(): (token: string, now?: number) => number {
  let counted = new Map<string, number>();
  let until = 0;
  return (token, now = Date.now()) => {
    if (now >= until) {
      counted = new Map();
      until = now + WINDOW_MS;
    }
    const count = (counted.get(token) ?? 0) + 1;
    counted.set(token, count);
    return count > MAX_CALLS ? Math.ceil((until - now) / 1000) : 0;
  };
}

const findCalled = (db: Database, token: string): Promise<(Called & { state: string }) | undefined> =>
  // Only the address determines the tenant, so this reads across tenants.
  db.system((trx) =>
    trx
      .selectFrom('automationDrawing as d')
      .innerJoin('automation as a', (join) =>
        join.onRef('a.tenantId', '=', 'd.tenantId').onRef('a.id', '=', 'd.automationId'),
      )
      .where('d.tokenHash', '=', hashToken(token))
      .select(['d.tenantId', 'a.id', 'a.name', 'a.state', 'd.drawing'])
      .executeTakeFirst(),
  );

export function mountAutomationCalls(
  app: FastifyInstance,
  { db, openLimit }: Pick<Services, 'db' | 'openLimit'>,
): void {
  const limit = createCallLimit();
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.operationId !== OPERATION) return;
    const wait = openLimit.waitIp(request.ip);
    if (wait > 0) throw new AppError('http.tooMany', {}, { headers: { 'retry-after': String(wait) } });
    const { token } = request.params as { token: string };
    const found = await findCalled(db, token);
    if (found?.drawing.trigger.on !== 'call') throw new AppError('automation.unknown');
    const seconds = limit(token);
    if (seconds > 0)
      throw new AppError('automation.tooMany', { seconds }, { headers: { 'retry-after': String(seconds) } });
    if (found.state !== 'on') throw new AppError('automation.off');
    called.set(request, found);
  });
}

const FITS: Readonly<Record<CallField['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value.length <= LONGEST_TEXT,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  yes: (value) => typeof value === 'boolean',
  day: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
};

/** Returns the values that the drawing defines. Throws for other names, and for values of a wrong type. */
function readBody(fields: readonly CallField[], body: unknown): Record<string, unknown> {
  const values = isObject(body) ? body : {};
  const known = new Set(fields.map(({ name }) => name));
  const errors: FieldError[] = [
    ...Object.keys(values)
      .filter((name) => !known.has(name))
      .map((name) => ({ field: `/${name}`, msg: `未知字段 / there is no such value: ${name}` })),
    ...fields
      .filter(({ name, kind, required }) =>
        values[name] === undefined || values[name] === null ? required === true : !FITS[kind](values[name]),
      )
      .map(({ name, kind }) => ({ field: `/${name}`, msg: `需要 / expected: ${kind}` })),
  ];
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]));
}

/** Adds the run of a call to the queue. */
export async function takeCall({ request, db }: CallContext, body: unknown): Promise<{ run: number }> {
  const found = called.get(request);
  if (found?.drawing.trigger.on !== 'call') throw new AppError('automation.unknown');
  const { tenantId, id, name, drawing } = found;
  const input = JSON.stringify(readBody(found.drawing.trigger.fields, body));
  const [run] = await db.tenant(tenantId, (trx) =>
    addRuns(trx, tenantId, [
      {
        automationId: Number(id),
        trigger: drawing.trigger.on,
        subject: name,
        about: null,
        recordId: null,
        input,
      },
    ]),
  );
  return { run: run ?? 0 };
}
