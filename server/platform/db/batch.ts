/**
 * Sends several statements to the database in one message, because a round trip costs more than a small statement. The
 * statements form a transaction if none of them is a `begin`.
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import utils from 'pg/lib/utils.js';
import { names } from './tables/names.ts';
import { columnTypes } from './types.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /**
   * Prepares the statement on the connection: always, or when any connection sends it for the second time. The database
   * may cache its plan. The plan must then fit all values (a write, a query by key). Otherwise the transaction must
   * request new plans (`plan_cache_mode`).
   */
  kept?: 'always' | 'again';
}

type Row = Record<string, unknown>;

export interface Answer {
  rows: Row[];
  /** The command tag, such as `INSERT 0 1`. */
  tag: string;
}

interface Shape {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /** An empty row, created together with the second row. */
  empty?: Row;
}

interface Prepared {
  name: string;
  /** The shape of its rows. Null if the database may not have prepared the statement, or has prepared another one. */
  shape: Shape | null;
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** The used part of the driver's connection. The published types describe an older version. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(statement: { text: string; name: string }): void;
  bind(values: {
    statement: string;
    values: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: object): void;
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
  sendCopyFail(message: string): void;
}

/** Maximum number of prepared statements of a connection. The least recently used statements are removed first. */
const MAX_PREPARED = 100;
/** Maximum number of statements for which a first use is remembered. */
const MAX_SEEN = 1000;
const NO_ROWS: Shape = { names: [], parsers: [] };
const preparedBy = new WeakMap<object, LRUCache<string, Prepared>>();
const seen = new LRUCache<string, true>({ max: MAX_SEEN });
let preparedCount = 0;

/** Returns whether the statement was sent before, and remembers it. */
function seenBefore(sql: string): boolean {
  const isRepeated = seen.has(sql);
  seen.set(sql, true);
  return isRepeated;
}

function preparedOf(wire: Wire): LRUCache<string, Prepared> {
  const statements =
    preparedBy.get(wire) ??
    new LRUCache<string, Prepared>({
      max: MAX_PREPARED,
      dispose: ({ name }, _sql, reason) => reason === 'evict' && wire.close({ type: 'S', name }),
    });
  preparedBy.set(wire, statements);
  return statements;
}

const shapeOf = (fields: readonly Field[]): Shape => ({
  names: fields.map(({ name }) => names.camel(name)),
  parsers: fields.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID)),
});

/**
 * Returns an empty row of this shape. The engine stores objects parsed from JSON, and their copies, in the fastest form
 * for reading and serializing. An object with many computed names would become a slower dictionary.
 */
const makeEmpty = ({ names }: Shape): Row =>
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Row;

function startRow(shape: Shape, isFirst: boolean): Row {
  if (isFirst) return {};
  shape.empty ??= makeEmpty(shape);
  return { ...shape.empty };
}

function readRow(shape: Shape, values: readonly (string | null)[], isFirst: boolean): Row {
  const { names, parsers } = shape;
  const row = startRow(shape, isFirst);
  for (let index = 0; index < names.length; index += 1) {
    const text = values[index] ?? null;
    row[names[index]!] = text === null ? null : parsers[index]!(text);
  }
  return row;
}

class Batch implements pg.Submittable {
  readonly #statements: readonly Statement[];
  readonly #done: (error: unknown, answers: Answer[]) => void;
  readonly #answers: Answer[] = [];
  readonly #kept: (Prepared | null)[] = [];
  #rows: Row[] = [];
  #shape: Shape | null = null;
  #failure: unknown = null;

  constructor(statements: readonly Statement[], done: (error: unknown, answers: Answer[]) => void) {
    this.#statements = statements;
    this.#done = done;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      for (const statement of this.#statements) this.#send(wire, statement);
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
  }

  #send(wire: Wire, { sql, parameters, kept }: Statement): void {
    const isPrepared = kept === 'always' || (kept === 'again' && seenBefore(sql));
    const statement = isPrepared ? this.#keep(wire, sql) : null;
    if (!statement) wire.parse({ text: sql, name: '' });
    wire.bind({ statement: statement?.name ?? '', values: parameters, valueMapper: utils.prepareValue });
    if (!statement?.shape) wire.describe({ type: 'P' });
    wire.execute({});
    this.#kept.push(statement);
  }

  #keep(wire: Wire, sql: string): Prepared {
    const all = preparedOf(wire);
    const statement = all.get(sql) ?? { name: `kept${++preparedCount}`, shape: null };
    if (!statement.shape) {
      wire.close({ type: 'S', name: statement.name });
      wire.parse({ text: sql, name: statement.name });
    }
    all.set(sql, statement);
    return statement;
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#shape = shapeOf(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const shape = this.#shape ?? this.#kept[this.#answers.length]?.shape;
    if (this.#failure || !shape) return;
    try {
      this.#rows.push(readRow(shape, fields, this.#rows.length === 0));
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#kept[this.#answers.length];
    if (statement) statement.shape ??= this.#shape ?? NO_ROWS;
    this.#answers.push({ rows: this.#rows, tag: text });
    this.#rows = [];
    this.#shape = null;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('rows are copied over connections of their own');
  }

  handleReadyForQuery(): void {
    this.#done(this.#failure, this.#answers);
  }

  handleError(error: unknown, connection: unknown): void {
    // The database may not have parsed some of the statements. After a change of columns, the rows of others may have
    // another shape.
    for (const statement of preparedOf(connection as Wire).values()) statement.shape = null;
    this.#done(error, []);
  }
}

/**
 * Returns the answers in the order of the statements. A failed statement rolls back the earlier ones, unless they were
 * committed.
 */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<Answer[]> {
  return new Promise((done, fail) => {
    client.query(new Batch(statements, (error, answers) => (error ? fail(error) : done(answers))));
  });
}
