/**
 * Scans uploaded files with a configured program, such as a virus scanner. One process scans the files one by one.
 * Until the scan has finished, only the sender may read a file.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { writeAudit } from '../db/auditLog.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../errors/errors.ts';
import type { Logger } from '../log.ts';
import { type LeasedWork, leaseEvery } from '../timers/lease.ts';
import type { FileOwner } from './quota.ts';

const EVERY_MS = 5_000;
const BATCH = 20;
/** Timeout in ms. A file of 2 GB takes some minutes. */
const LIMIT_MS = 600_000;
/** The exit code of ClamAV and other scanners for an infected file. */
const FOUND = 1;
const MAX_REASON = 200;

/** The reason to block a file. Null if the scan found nothing. */
type Verdict = { reason: string | null };

/** Runs the program with the path as its last argument. Throws if the program could not scan the file. */
function check([program = '', ...options]: readonly string[], path: string): Promise<Verdict> {
  return new Promise((done, fail) => {
    execFile(program, [...options, path], { timeout: LIMIT_MS }, (error, printed) => {
      if (!error) return done({ reason: null });
      if (error.code !== FOUND) return fail(error);
      const reason = printed.replaceAll(path, '').replace(/^[:\s]+/, '');
      done({ reason: (reason.split('\n')[0] ?? '').trim().slice(0, MAX_REASON) || 'found' });
    });
  });
}

interface Waiting {
  tenantId: number;
  key: string;
  name: string;
}

/** The scan result in the row of a file. */
export interface Scanned {
  scan: string | null;
  scanReason: string | null;
  createdBy: number | null;
}

/** Throws if a file was blocked, or if this reader must wait for the scan. */
export function checkScanned(row: Scanned, isScanning: boolean, reader: FileOwner | null): void {
  if (row.scan === 'found') throw new AppError('file.blocked', { reason: row.scanReason ?? '' });
  if (row.scan !== 'waiting' || !isScanning) return;
  if (reader === null || reader.userId !== row.createdBy)
    throw new AppError('file.scanning', {}, { headers: { 'retry-after': '10' } });
}

interface Scanning {
  db: Database;
  log: Logger;
  config: { dataDir: string; scan: readonly string[] | null };
}

/** Stores the verdict. Records a blocked file in the audit log. */
function note(db: Database, { tenantId, key, name }: Waiting, { reason }: Verdict): Promise<void> {
  return db.system(async (trx) => {
    await trx
      .updateTable('file')
      .set({ scan: reason === null ? 'passed' : 'found', scanReason: reason })
      .where('tenantId', '=', tenantId)
      .where('key', '=', key)
      .execute();
    if (reason === null) return;
    const diff = { name: [null, name], 'note.reason': [null, reason] };
    await writeAudit(trx, { tenantId, userId: null, entity: 'file', id: key, action: 'fileBlocked', diff });
  });
}

/** Scans pending files. Files that could not be scanned are last in the next run. */
export async function scanFiles({ db, log, config }: Scanning, signal?: AbortSignal): Promise<void> {
  const { scan, dataDir } = config;
  if (scan === null) return;
  const { rows } = await db.system((trx) =>
    sql<Waiting>`
      select tenant_id, key, name from file where scan = 'waiting'
       order by scan_tries, created_at limit ${BATCH}`.execute(trx),
  );
  for (const file of rows) {
    if (signal?.aborted) return;
    try {
      const verdict = await check(scan, join(dataDir, 'files', file.key));
      await note(db, file, verdict);
      if (verdict.reason !== null) log.warn('a file was blocked', { ...file, reason: verdict.reason });
    } catch (error) {
      log.error('a file could not be checked', { key: file.key, error });
      await db.system((trx) =>
        sql`update file set scan_tries = scan_tries + 1
             where tenant_id = ${file.tenantId} and key = ${file.key}`.execute(trx),
      );
    }
  }
}

/** Starts scanning new files in one process, if a program is configured. */
export const startScan = (services: Scanning): LeasedWork =>
  leaseEvery(services.db, services.log, 'file scan', EVERY_MS, (signal) => scanFiles(services, signal));
