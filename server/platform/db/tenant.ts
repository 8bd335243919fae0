/**
 * Transactions with few round trips. Row-level security limits the role of handlers to a tenant, which each message
 * sets. `enable_tenant_rls` of `schema/platform.sql` creates the policies.
 */
import {
  type Compilable,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { type Answer, runBatch, type Statement } from './batch.ts';
import { runEndings } from './beforeCommit.ts';
import { errorCode } from './connect/connect.ts';
import { namesQuery } from './tables/names.ts';
import type { ScopedTrx, Tables, Trx } from './trx.ts';

const statement = (sql: string): Statement => ({ sql, parameters: [], kept: 'always' });
const BEGIN = statement('begin');
const COMMIT = statement('commit');
const ROLLBACK = statement('rollback');
/**
 * Sets the tenant by a command, because a cluster forwards only commands to its nodes. The statement is not cached,
 * because each tenant has a different one.
 */
function setTenant(tenantId: number): Statement {
  if (!Number.isSafeInteger(tenantId)) throw new RangeError(`${tenantId} is no tenant`);
  return { sql: `set local app.tenant = '${tenantId}'`, parameters: [] };
}
/** For a prepared query whose best plan depends on its parameters. */
const PLAN_ANEW = statement('set local plan_cache_mode = force_custom_plan');

const WRITTEN = /^(?:INSERT|UPDATE|DELETE|MERGE) (?:\d+ )?(\d+)$/;

function resultOf({ rows, tag }: Answer): QueryResult<never> {
  const written = WRITTEN.exec(tag)?.[1];
  return { rows: rows as never[], ...(written ? { numAffectedRows: BigInt(written) } : {}) };
}

/** The connection of one transaction. Statements whose answers are not needed are sent with the next message. */
class MessageConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  readonly #keeps: boolean;
  #waiting: Statement[];

  /**
   * `mayPrepare`: statements may be prepared. A statement then fails after a change of its columns, and is executed again.
   */
  constructor(client: pg.ClientBase, waiting: Statement[], mayPrepare: boolean) {
    this.#client = client;
    this.#waiting = waiting;
    this.#keeps = mayPrepare;
  }

  add(statement: Statement): void {
    this.#waiting.push(this.#fit(statement));
  }

  #fit(statement: Statement): Statement {
    const { sql, parameters } = statement;
    return this.#keeps ? statement : { sql, parameters };
  }

  /** Sends the queued statements and these. Returns only the answers to these. */
  async send(...statements: Statement[]): Promise<Answer[]> {
    const message = [...this.#waiting, ...statements.map((one) => this.#fit(one))];
    this.#waiting = [];
    const answers = await runBatch(this.#client, message);
    return answers.slice(answers.length - statements.length);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const [answer] = await this.send(query);
    return resultOf(answer!);
  }

  streamQuery(): never {
    throw new Error('rows are streamed over connections of their own');
  }
}

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const driver = new DummyDriver();
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createIntrospector: (db: ConstructorParameters<typeof PostgresIntrospector>[0]) =>
    new PostgresIntrospector(db),
};

const connections = new WeakMap<ScopedTrx, MessageConnection>();

function makeTrx(connection: MessageConnection | null): Trx {
  const provider: ConnectionProvider = {
    provideConnection(consumer) {
      if (!connection) throw new Error('this only builds questions');
      return consumer(connection);
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider, [namesQuery]);
  const trx = new Transaction<Tables>({ config: { dialect }, dialect, driver, executor }) as Trx;
  if (connection) connections.set(trx, connection);
  return trx;
}

/** Builds statements without a connection. */
export const builder = makeTrx(null);

/** A query or a piece of SQL. */
export interface Question<R> {
  compile(trx: ScopedTrx): CompiledQuery<R>;
}

/** Runs a statement whose plan fits all parameters. Each connection parses and plans it once. */
export async function runStatement<R>(trx: ScopedTrx, query: Question<R>): Promise<R[]> {
  const { rows } = await trx.executeQuery<R>({ ...query.compile(trx), kept: 'always' } as CompiledQuery<R>);
  return rows;
}

/** Runs several statements in order, in one message. Each sees the results of the previous ones. */
export async function runStatements<R extends readonly unknown[]>(
  trx: ScopedTrx,
  ...queries: { [K in keyof R]: Question<R[K]> }
): Promise<{ [K in keyof R]: R[K][] }> {
  const connection = connections.get(trx);
  if (!connection) {
    const all: unknown[][] = [];
    for (const query of queries) all.push(await runStatement(trx, query));
    return all as { [K in keyof R]: R[K][] };
  }
  const compiled = queries.map((query) => ({ ...query.compile(trx), kept: 'always' as const }));
  const answers = await connection.send(...compiled);
  return answers.map(({ rows }) => rows) as { [K in keyof R]: R[K][] };
}

/**
 * Queues a write whose result is not needed. It is sent with the next statement, at the latest with the commit. If the
 * write fails, that statement fails.
 */
export async function addStatement(trx: ScopedTrx, query: Compilable): Promise<void> {
  const connection = connections.get(trx);
  if (connection) connection.add({ ...query.compile(), kept: 'always' });
  else await trx.executeQuery(query);
}

/** Error code: a prepared statement is outdated because the type of a column changed. */
const CHANGED = '0A000';

/**
 * Error code: PostgreSQL rolled back one of two deadlocked transactions. A retry succeeds after the other has ended.
 */
const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 4;

/**
 * Retries a transaction after a temporary database error. A connection discards its prepared statements after a
 * failure, so the retry parses all statements again.
 */
async function retryUndone<T>(attempt: () => Promise<T>, attempts = MAX_ATTEMPTS): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (attempts <= 1 || ![CHANGED, DEADLOCK].includes(errorCode(error))) throw error;
    return retryUndone(attempt, attempts - 1);
  }
}

/** Runs a transaction. Its opening statements are sent with the first statement of the work. */
async function runTransaction<T>(
  client: pg.ClientBase,
  { opening, keeps }: { opening: Statement[]; keeps: boolean },
  run: (trx: Trx) => Promise<T>,
  committed: (trx: Trx) => void,
): Promise<T> {
  const connection = new MessageConnection(client, opening, keeps);
  const trx = makeTrx(connection);
  let result: T;
  let end: Answer | undefined;
  try {
    result = await run(trx);
    await runEndings(trx);
    [end] = await connection.send(COMMIT);
  } catch (error) {
    // A lost connection needs no rollback. The pool removes it.
    await runBatch(client, [ROLLBACK]).catch(() => {});
    throw error;
  }
  // PostgreSQL answers a commit with ROLLBACK if an earlier statement failed.
  if (end?.tag === 'ROLLBACK') throw new Error('the transaction was undone');
  committed(trx);
  return result;
}

async function connected<T>(pool: pg.Pool, run: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await run(client);
  } finally {
    client.release();
  }
}

/** Runs a transaction that sees and writes only the rows of this tenant. Calls `committed` after the commit. */
export async function runTenant<T>(
  pool: pg.Pool,
  tenantId: number,
  run: (trx: Trx) => Promise<T>,
  committed: (trx: Trx) => void,
): Promise<T> {
  const begin = setTenant(tenantId);
  return connected(pool, (client) =>
    retryUndone(() => runTransaction(client, { opening: [BEGIN, begin], keeps: true }, run, committed)),
  );
}

/** Runs a transaction over the rows of all tenants as the owner of the database. It is never retried. */
export const runSystem = <T>(
  pool: pg.Pool,
  run: (trx: Trx) => Promise<T>,
  committed: (trx: Trx) => void,
): Promise<T> =>
  connected(pool, (client) => runTransaction(client, { opening: [BEGIN], keeps: false }, run, committed));

/**
 * Runs statements in one message. After an error it rolls back, because a failed query leaves its transaction
 * open.
 */
async function sendBatch(client: pg.ClientBase, message: readonly Statement[]): Promise<Answer[]> {
  try {
    return await runBatch(client, message);
  } catch (error) {
    await runBatch(client, [ROLLBACK]).catch(() => {});
    throw error;
  }
}

/** Runs queries about a tenant in one message. Returns the rows of each query. */
export async function askTenant<R>(
  pool: pg.Pool,
  tenantId: number,
  build: (trx: Trx) => readonly Question<R>[],
): Promise<R[][]> {
  const opening = setTenant(tenantId);
  return connected(pool, async (client) => {
    const questions = build(builder).map((one) => {
      const { sql, parameters } = one.compile(builder);
      return { sql, parameters, kept: 'again' } as const;
    });
    const message = [BEGIN, opening, PLAN_ANEW, ...questions, COMMIT];
    const answers = await retryUndone(() => sendBatch(client, message));
    return answers.slice(-1 - questions.length, -1).map(({ rows }) => rows as R[]);
  });
}

/** Runs one query about a tenant. Returns its rows. */
export async function askOne<R>(
  pool: pg.Pool,
  tenantId: number,
  build: (trx: Trx) => Question<R>,
): Promise<R[]> {
  const [rows] = await askTenant(pool, tenantId, (trx) => [build(trx)]);
  return rows!;
}
