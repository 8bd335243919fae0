/**
 * Parses the output of PostgreSQL's plugin `pgoutput` for replication slots: row changes as texts (protocol version 1).
 */

/** A value as text. Undefined if the value is long, stored separately (TOAST) and unchanged. */
export type Cell = string | null | undefined;

export type Change =
  | { kind: 'insert'; table: string; row: Row }
  /** `old` contains the old values of changed key columns. */
  | { kind: 'update'; table: string; row: Row; old: Row | null }
  | { kind: 'delete'; table: string; old: Row }
  | { kind: 'truncate'; tables: string[] };

/** Cells by column. */
export type Row = ReadonlyMap<string, Cell>;

interface Relation {
  name: string;
  columns: string[];
}

class Reader {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  skip(count: number): void {
    this.#at += count;
  }

  letter(): string {
    return String.fromCharCode(this.#bytes[this.#at++]!);
  }

  int16(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  int32(): number {
    this.#at += 4;
    return this.#bytes.readInt32BE(this.#at - 4);
  }

  text(length: number): string {
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  /** Reads a text that ends with a zero byte. */
  name(): string {
    const text = this.text(this.#bytes.indexOf(0, this.#at) - this.#at);
    this.#at += 1;
    return text;
  }
}

function readCell(reader: Reader): Cell {
  const kind = reader.letter();
  if (kind === 't') return reader.text(reader.int32());
  return kind === 'n' ? null : undefined;
}

function readRow(reader: Reader, { columns }: Relation): Row {
  const count = reader.int16();
  return new Map(Array.from({ length: count }, (_, index) => [columns[index]!, readCell(reader)]));
}

function readRelation(reader: Reader): [number, Relation] {
  const id = reader.int32();
  reader.name();
  const name = reader.name();
  reader.skip(1);
  const columns = Array.from({ length: reader.int16() }, () => {
    reader.skip(1);
    const column = reader.name();
    reader.skip(8);
    return column;
  });
  return [id, { name, columns }];
}

/** Returns a function that parses messages in their order. The result is null if a message is not about rows. */
export function createDecoder(): (message: Buffer) => Change | null {
  const relations = new Map<number, Relation>();
  const relationOf = (id: number): Relation => {
    const relation = relations.get(id);
    if (!relation) throw new Error(`the slot names a table ${id} that it has not described`);
    return relation;
  };

  function readUpdate(reader: Reader): Change {
    const relation = relationOf(reader.int32());
    const old = reader.letter() === 'N' ? null : readRow(reader, relation);
    if (old) reader.skip(1);
    return { kind: 'update', table: relation.name, old, row: readRow(reader, relation) };
  }

  function readTruncate(reader: Reader): Change {
    const count = reader.int32();
    reader.skip(1);
    return { kind: 'truncate', tables: Array.from({ length: count }, () => relationOf(reader.int32()).name) };
  }

  return (message) => {
    const reader = new Reader(message);
    const kind = reader.letter();
    if (kind === 'R') relations.set(...readRelation(reader));
    if (kind === 'U') return readUpdate(reader);
    if (kind === 'T') return readTruncate(reader);
    if (kind !== 'I' && kind !== 'D') return null;
    const relation = relationOf(reader.int32());
    reader.skip(1);
    const row = readRow(reader, relation);
    return kind === 'I'
      ? { kind: 'insert', table: relation.name, row }
      : { kind: 'delete', table: relation.name, old: row };
  };
}
