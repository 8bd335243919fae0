/** Data of the storage page: the sums of the job's last count, its runs, the size and a forecast. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Data } from '../../../../generated/calls.ts';
import type { CallContext } from '../../../engine/context.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { STORAGE, type StorageResult } from './job.ts';

type Usage = Data<'storageUsage'>;
type Parts = Pick<CallContext, 'config' | 'db' | 'session'>;
type Kind = Usage['kinds'][number]['kind'];

interface Share {
  tenantId: number;
  kind: Kind;
  /** Such as 2026-05. */
  month: string;
  retention: Usage['retention'];
  n: number;
  points: number;
  bytes: number;
}

interface Size {
  day: string;
  bytes: number;
  points: number;
}

const DAY_MS = 86_400_000;
const GROWTH_DAYS = 30;
const SIZES_DAYS = 90;
/** Kinds of data that expire by class. */
const CLASSED: ReadonlySet<Kind> = new Set<Kind>(['raw', 'sealed', 'text']);

interface Sum {
  n: number;
  points: number;
  bytes: number;
}

const sumOf = (shares: readonly Share[]): Sum =>
  shares.reduce(
    (sum, { n, points, bytes }) => ({ n: sum.n + n, points: sum.points + points, bytes: sum.bytes + bytes }),
    { n: 0, points: 0, bytes: 0 },
  );

const grouped = <K>(shares: readonly Share[], key: (share: Share) => K): [K, Share[]][] => [
  ...Map.groupBy(shares, key),
];

/** Sums the shares by kind, month and class. Pure. */
export function sumShares(shares: readonly Share[]): Pick<Usage, 'kinds' | 'months' | 'classes'> {
  const months = grouped(shares, ({ month }) => month).map(([month, monthShares]) => {
    const { points, bytes } = sumOf(monthShares);
    const kinds = grouped(monthShares, ({ kind }) => kind).map(([kind, of]) => ({
      kind,
      bytes: sumOf(of).bytes,
    }));
    return { month, points, bytes, kinds };
  });
  const classed = shares.filter(({ kind }) => CLASSED.has(kind));
  return {
    kinds: grouped(shares, ({ kind }) => kind).map(([kind, kindShares]) => ({ kind, ...sumOf(kindShares) })),
    months: months.sort((a, b) => b.month.localeCompare(a.month)),
    classes: grouped(classed, ({ retention }) => retention).map(([retention, classShares]) => ({
      retention,
      ...sumOf(classShares),
    })),
  };
}

/** Returns bytes per day between the first and the last of the newest thirty days. Null for a single day. Pure. */
export function growthOf(sizes: readonly Size[]): number | null {
  const last = sizes.at(-1);
  if (!last) return null;
  const since = Date.parse(last.day) - GROWTH_DAYS * DAY_MS;
  const first = sizes.find(({ day }) => Date.parse(day) >= since);
  if (!first || first.day === last.day) return null;
  return ((last.bytes - first.bytes) * DAY_MS) / (Date.parse(last.day) - Date.parse(first.day));
}

/** Returns the days until the disk is full. Null without growth. Pure. */
export const daysUntilFull = (free: number | null, growth: number | null): number | null =>
  free === null || growth === null || growth <= 0 ? null : free / growth;

/** `tenantId` 0 means all tenants. */
async function readCounted(trx: Trx, tenantId: number): Promise<{ shares: Share[]; sizes: Size[] }> {
  const { rows: shares } = await sql<Share>`
    select tenant_id, kind, to_char(month, 'YYYY-MM') as month, retention, n, points, bytes from storage_share
     where ${tenantId} in (0, tenant_id) order by bytes desc`.execute(trx);
  const { rows: sizes } = await sql<Size>`
    select day, bytes, points from storage_size
     where tenant_id = ${tenantId} and day > current_date - ${SIZES_DAYS}::int order by day`.execute(trx);
  return { shares, sizes };
}

interface RunRow {
  createdAt: string;
  finishedAt: string | null;
  status: string;
  result: StorageResult | null;
}

function showRun({ createdAt, finishedAt, status, result }: RunRow): NonNullable<Usage['run']> {
  const {
    sealedDays = 0,
    sealedPoints = 0,
    deletedPoints = 0,
    droppedPartitions = 0,
    failed = 0,
  } = result ?? {};
  return {
    ...{ startedAt: createdAt, finishedAt, sealedDays, sealedPoints, deletedPoints, droppedPartitions },
    failed: finishedAt !== null && (status !== 'done' || failed > 0),
  };
}

/** Reads the last run, whether started by the schedule or a user. Null without a run. */
export const readRun = (db: Database): Promise<Usage['run']> =>
  db.system(async (trx) => {
    const row = await trx
      .selectFrom('job')
      .select(['createdAt', 'finishedAt', 'status', 'result'])
      .where('kind', '=', STORAGE)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? showRun({ ...row, result: row.result as StorageResult | null }) : null;
  });

async function readCountedAt({ db }: Parts): Promise<string | null> {
  const last = await db.system((trx) =>
    trx
      .selectFrom('storageSize')
      .select('countedAt')
      .where('tenantId', '=', 0)
      .orderBy('countedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return last?.countedAt ?? null;
}

async function readDisk(
  { config, db }: Parts,
  shares: readonly Share[],
  growth: number | null,
): Promise<Usage['disk']> {
  const { rows } = await db.system((trx) =>
    sql<{ bytes: number }>`select database_bytes() as bytes`.execute(trx),
  );
  const volume = config.databaseUrl === null ? await statfs(config.dataDir) : null;
  const free = volume && volume.bavail * volume.bsize;
  return {
    database: rows[0]!.bytes,
    files: sumOf(shares.filter(({ kind }) => kind === 'file')).bytes,
    free,
    capacity: volume && volume.blocks * volume.bsize,
    daysLeft: daysUntilFull(free, growth),
  };
}

async function readTenants({ db }: Parts, shares: readonly Share[]): Promise<Usage['tenants']> {
  const byTenant = Map.groupBy(shares, ({ tenantId }) => tenantId);
  const tenants = await db.system((trx) =>
    trx.selectFrom('tenant').select(['id', 'name', 'nameEn']).orderBy('id').execute(),
  );
  return tenants
    .map(({ id, name, nameEn }) => {
      const { points, bytes } = sumOf(byTenant.get(id) ?? []);
      return { id, name, nameEn, points, bytes };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/** Reads the tenant's class, which applies to variables without their own class. */
export const readRetention = async (trx: Trx, tenantId: number): Promise<Usage['retention']> => {
  const { rows } = await sql<{ retention: Usage['retention'] }>`
    select point_retention as retention from tenant where id = ${tenantId}`.execute(trx);
  return rows[0]?.retention ?? 'forever';
};

export async function reportStorage(parts: Parts): Promise<Usage> {
  const { config, db, session } = parts;
  const { tenantId, admin } = session;
  const { shares, sizes } = admin
    ? await db.system((trx) => readCounted(trx, 0))
    : await db.tenant(tenantId, (trx) => readCounted(trx, tenantId));
  const growth = growthOf(sizes);
  const run = await readRun(db);
  const disk = admin ? await readDisk(parts, shares, growth) : null;
  return {
    countedAt: await readCountedAt(parts),
    // Only platform administrators see the run, because it covers the data of all tenants.
    run: admin ? run : null,
    pending: admin && run?.finishedAt === null,
    platform: admin,
    canRun: admin,
    sealDays: config.sealDays,
    retention: await db.tenant(tenantId, (trx) => readRetention(trx, tenantId)),
    total: disk ? disk.database + disk.files : sumOf(shares).bytes,
    ...sumShares(shares),
    tenants: admin ? await readTenants(parts, shares) : [],
    sizes,
    growth,
    disk,
  };
}
