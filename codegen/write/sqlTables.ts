/** Reads the tables that SQL files create, with PostgreSQL's own parser. Nothing is executed. */
import { type AlterTableCmd, type ColumnDef, type Constraint, type Node, parse } from 'libpg-query';

export interface SqlColumn {
  /** The type as PostgreSQL names it: int8, timestamptz … */
  type: string;
  array: boolean;
  nullable: boolean;
  /** The database fills in the column if no value is given. */
  filled: boolean;
  /** The column accepts only the value that the database generates. */
  always: boolean;
  /** The only texts that a check constraint allows. */
  values?: string[];
}

/** Columns by table and name, in the order in which the files create them. */
export type SqlTables = Map<string, Map<string, SqlColumn>>;

const textOf = (node: Node | undefined): string | undefined =>
  node && 'String' in node ? node.String.sval : undefined;

/** `column in ('a', 'b')` as the column and its texts; undefined for any other condition. */
function readChoice(expression: Node | undefined): { column: string; values: string[] } | undefined {
  if (!expression || !('A_Expr' in expression) || expression.A_Expr.kind !== 'AEXPR_IN') return;
  const { name, lexpr, rexpr } = expression.A_Expr;
  if (textOf(name?.[0]) !== '=' || !lexpr || !('ColumnRef' in lexpr) || !rexpr || !('List' in rexpr)) return;
  const column = textOf(lexpr.ColumnRef.fields?.[0]);
  const values = (rexpr.List.items ?? []).flatMap((item) =>
    'A_Const' in item && item.A_Const.sval?.sval !== undefined ? [item.A_Const.sval.sval] : [],
  );
  return column && values.length > 0 ? { column, values } : undefined;
}

function applyConstraint(columns: Map<string, SqlColumn>, name: string | null, constraint: Constraint): void {
  const column = name === null ? undefined : columns.get(name);
  if (constraint.contype === 'CONSTR_CHECK') {
    const choice = readChoice(constraint.raw_expr);
    const chosen = choice && columns.get(choice.column);
    if (chosen) chosen.values = choice.values;
  } else if (constraint.contype === 'CONSTR_PRIMARY') {
    const keys = name === null ? (constraint.keys ?? []).map((key) => textOf(key) ?? '') : [name];
    for (const key of keys) {
      const column = columns.get(key);
      if (column) column.nullable = false;
    }
  } else if (!column) return;
  else if (constraint.contype === 'CONSTR_NOTNULL') column.nullable = false;
  else if (constraint.contype === 'CONSTR_DEFAULT') column.filled = true;
  else if (constraint.contype === 'CONSTR_IDENTITY') {
    Object.assign(column, { nullable: false, filled: true, always: constraint.generated_when === 'a' });
  }
}

const typeOf = ({ typeName }: ColumnDef): Pick<SqlColumn, 'type' | 'array'> => ({
  type: textOf(typeName?.names?.at(-1)) ?? '',
  array: (typeName?.arrayBounds ?? []).length > 0,
});

function addColumn(columns: Map<string, SqlColumn>, definition: ColumnDef): void {
  const { colname = '', constraints = [] } = definition;
  columns.set(colname, { ...typeOf(definition), nullable: true, filled: false, always: false });
  for (const node of constraints) {
    if ('Constraint' in node) applyConstraint(columns, colname, node.Constraint);
  }
}

function createTable(tables: SqlTables, name: string, elements: readonly Node[]): void {
  const columns = new Map<string, SqlColumn>();
  tables.set(name, columns);
  for (const element of elements) {
    if ('ColumnDef' in element) addColumn(columns, element.ColumnDef);
    else if ('Constraint' in element) applyConstraint(columns, null, element.Constraint);
    else if ('TableLikeClause' in element) {
      const origin = tables.get(element.TableLikeClause.relation?.relname ?? '') ?? new Map();
      for (const [key, column] of origin) columns.set(key, { ...column });
    }
  }
}

function alterTable(table: string, columns: Map<string, SqlColumn>, change: AlterTableCmd): void {
  const { subtype, name = '', def } = change;
  const column = columns.get(name);
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) addColumn(columns, def.ColumnDef);
  else if (subtype === 'AT_DropColumn') columns.delete(name);
  else if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) {
    applyConstraint(columns, null, def.Constraint);
  } else if (subtype === 'AT_DropConstraint') {
    // The check of a column has the name that PostgreSQL generates.
    for (const [key, column] of columns) if (name === `${table}_${key}_check`) delete column.values;
  } else if (!column) return;
  else if (subtype === 'AT_SetNotNull') column.nullable = false;
  else if (subtype === 'AT_DropNotNull') column.nullable = true;
  else if (subtype === 'AT_ColumnDefault') column.filled = def !== undefined;
  else if (subtype === 'AT_AlterColumnType' && def && 'ColumnDef' in def) {
    Object.assign(column, typeOf(def.ColumnDef));
  }
}

/** Renames one entry of a map in place. The entry keeps its position. */
function renameEntry<Value>(map: Map<string, Value>, from: string, to: string): void {
  const entries = [...map];
  map.clear();
  for (const [key, value] of entries) map.set(key === from ? to : key, value);
}

function applyStatement(tables: SqlTables, statement: Node): void {
  if ('CreateStmt' in statement) {
    const { relation, tableElts } = statement.CreateStmt;
    createTable(tables, relation?.relname ?? '', tableElts ?? []);
  } else if ('AlterTableStmt' in statement) {
    const { relation, cmds } = statement.AlterTableStmt;
    const table = relation?.relname ?? '';
    const columns = tables.get(table);
    for (const command of cmds ?? []) {
      if (columns && 'AlterTableCmd' in command) alterTable(table, columns, command.AlterTableCmd);
    }
  } else if ('RenameStmt' in statement) {
    const { renameType, relation, subname = '', newname = '' } = statement.RenameStmt;
    const table = relation?.relname ?? '';
    const columns = tables.get(table);
    if (renameType === 'OBJECT_TABLE') renameEntry(tables, table, newname);
    else if (renameType === 'OBJECT_COLUMN' && columns) renameEntry(columns, subname, newname);
  } else if ('DropStmt' in statement && statement.DropStmt.removeType === 'OBJECT_TABLE') {
    for (const dropped of statement.DropStmt.objects ?? []) {
      if ('List' in dropped) tables.delete(textOf(dropped.List.items?.at(-1)) ?? '');
    }
  }
}

/**
 * Reads the tables that the statements of these files create, in order. Throws with the name of a file that cannot be
 * read.
 */
export async function readSqlTables(files: readonly { name: string; sql: string }[]): Promise<SqlTables> {
  const tables: SqlTables = new Map();
  for (const { name, sql } of files) {
    try {
      const { stmts } = await parse(sql);
      for (const { stmt } of stmts ?? []) if (stmt) applyStatement(tables, stmt);
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }
  }
  return tables;
}
