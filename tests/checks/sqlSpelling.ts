/**
 * SQL is written in one way. Kysely's builder is for plain statements about known tables, its `sql` template for the
 * rest, with keywords in lower case. `db.tenant`, `db.ask` and `db.system` run them, and `runInSession` runs them on a
 * held connection. The driver itself is used only where Kysely is not enough, as listed here with reasons.
 */

const DRIVER: readonly { in: RegExp; why: string }[] = [
  {
    in: /^server\/platform\/db\/(batch|lease\/heldConnection|connect\/connect)\.ts$/,
    why: 'it is what the others run on',
  },
  {
    in: /^server\/platform\/db\/(connect\/listen|lease\/leaseConnection)\.ts$/,
    why: 'listens, or holds locks, on one connection',
  },
  {
    in: /^server\/platform\/db\/(migrate|tables\/(tables|distribute)|embedded\/postmaster)\.ts$/,
    why: 'makes databases, roles and tables before there is a pool',
  },
  {
    in: /^server\/platform\/db\/connect\/nodes\.ts$/,
    why: 'asks the tables of Citus, which only a cluster has',
  },
  {
    in: /^server\/engine\/studio\/(index|change|plan|live|followFiles)\.ts$/,
    why: 'changes tables by planned statements, in one transaction under a lock, and rolls it back as a trial',
  },
  {
    in: /^server\/sites\/telemetry\/write\/(store|going|rowStore|tailPoints|importedPoints|revertImport|transaction|rollups\/(rollupStore|pendingRollups|rebuild|frozenHours|hourDays))\.ts$/,
    why: 'sends whole batches as binary arrays to statements that connections keep parsed under a name',
  },
  {
    in: /^server\/sites\/telemetry\/storage\/(seal|packDays|sealHours|expire|count|partitions)\.ts$/,
    why: 'vacuums, or works through months on one connection with settings of its own',
  },
  {
    in: /^server\/sites\/telemetry\/fill\/(index|copyRows)\.ts$/,
    why: 'copies rows in their binary form',
  },
  {
    in: /^server\/(backup\/(check|cluster)|move\/\w+)\.ts$/,
    why: 'speaks with a database that no server runs on',
  },
  { in: /^server\/platform\/db\/connect\/(hosts|replica)\.ts$/, why: 'asks for the state of the database' },
];

const CALL = /\.query(<[^;]*?>)?\(/;
const SPELLED =
  /\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \S+ SET|SET \w+ =|WHERE|FROM \w|JOIN|ORDER BY|GROUP BY|RETURNING|ON CONFLICT|FOR UPDATE|UNION ALL|LIMIT \d|VALUES \(|IS NULL|AND \w+ =|CASE WHEN)\b/;
const COMMENT = /^\s*(\/\/|\/?\*)/;

export function sqlBreaches(file: string, text: string): string[] {
  if (!/^(server|demo|codegen)\/.*\.ts$/.test(file)) return [];
  const breaches: string[] = [];
  if (CALL.test(text) && !DRIVER.some((place) => place.in.test(file)))
    breaches.push(
      `${file}: asks the driver: use Kysely, or say in tests/checks/sqlSpelling.ts what it cannot say here`,
    );
  for (const [at, line] of text.split('\n').entries()) {
    const found = COMMENT.test(line) ? null : SPELLED.exec(line);
    if (found) breaches.push(`${file}:${at + 1}: "${found[0]}": keywords of SQL are written in lower case`);
  }
  return breaches;
}
