/**
 * Statements that are sent to the database in one message and answered in one. A round trip costs more than a small
 * statement. Without a `begin` among them they are one transaction.
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
   * The cases in which the connection keeps it parsed: always, or from the second time that any connection sends it.
   * Its plan may be cached too. So one plan must fit all values (a write, a query by key), or the transaction requests
   * new plans (`plan_cache_mode`).
   */
  kept?: 'always' | 'again';
}

type Row = Record<string, unknown>;

export interface Answer {
  rows: Row[];
  /** Such as `INSERT 0 1`. */
  tag: string;
}

interface Shape {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /** An empty row, made with the second one. */
  empty?: Row;
}

interface Kept {
  name: string;
  /** The shape of its rows. Null if the database may not have the statement, or another one. */
  shape: Shape | null;
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** The part of the driver's connection that is used here. Its published types describe an older version. */
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

/** Maximum number of statements that a connection keeps. The least recently used ones are removed first. */
const MAX_KEPT = 100;
/** Maximum number of remembered statements that may be sent again. */
const MAX_SEEN = 1000;
const NO_ROWS: Shape = { names: [], parsers: [] };
const keptBy = new WeakMap<object, LRUCache<string, Kept>>();
const seen = new LRUCache<string, true>({ max: MAX_SEEN });
let keptCount = 0;

/** Returns whether this was sent before, and remembers it. */
function seenBefore(sql: string): boolean {
  const isRepeated = seen.has(sql);
  seen.set(sql, true);
  return isRepeated;
}

function keptOf(wire: Wire): LRUCache<string, Kept> {
  const statements =
    keptBy.get(wire) ??
    new LRUCache<string, Kept>({
      max: MAX_KEPT,
      dispose: ({ name }, _sql, reason) => reason === 'evict' && wire.close({ type: 'S', name }),
    });
  keptBy.set(wire, statements);
  return statements;
}

const shapeOf = (fields: readonly Field[]): Shape => ({
  names: fields.map(({ name }) => names.camel(name)),
  parsers: fields.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID)),
});

/**
 * Returns an empty row of this shape. The engine keeps an object from JSON, and its copies, in the form that it reads and
 * serializes fastest. It would store an object with many computed names as a dictionary.
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
  readonly #kept: (Kept | null)[] = [];
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
    const keeps = kept === 'always' || (kept === 'again' && seenBefore(sql));
    const statement = keeps ? this.#keep(wire, sql) : null;
    if (!statement) wire.parse({ text: sql, name: '' });
    wire.bind({ statement: statement?.name ?? '', values: parameters, valueMapper: utils.prepareValue });
    if (!statement?.shape) wire.describe({ type: 'P' });
    wire.execute({});
    this.#kept.push(statement);
  }

  #keep(wire: Wire, sql: string): Kept {
    const all = keptOf(wire);
    const statement = all.get(sql) ?? { name: `kept${++keptCount}`, shape: null };
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
    // Some may never have been parsed, and the rows of others may have another shape after a change of columns.
    for (const statement of keptOf(connection as Wire).values()) statement.shape = null;
    this.#done(error, []);
  }
}

/**
 * Returns the answers in the order of the statements. The first that fails rolls back those before it, unless they were
 * committed.
 */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<Answer[]> {
  return new Promise((done, fail) => {
    client.query(new Batch(statements, (error, answers) => (error ? fail(error) : done(answers))));
  });
}
