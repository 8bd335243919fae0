/** Runs the storage of points by hand. Days are packed, months dropped and rounds run at a time that the test sets. */
import { migrateDatabase } from '../../../server/platform/db/migrate.ts';
import { createLogger } from '../../../server/platform/log.ts';
import { readSlots } from '../../../server/sites/telemetry/read/slotSums.ts';
import type { CourseRequest } from '../../../server/sites/telemetry/storage/course.ts';
import { storageJob } from '../../../server/sites/telemetry/storage/job.ts';
import { cleanPartitions, sealedMonths } from '../../../server/sites/telemetry/storage/partitions.ts';
import { readCourses } from '../../../server/sites/telemetry/storage/read.ts';
import { movePoints, sealDaysBefore } from '../../../server/sites/telemetry/storage/seal.ts';
import { packHoursBefore } from '../../../server/sites/telemetry/storage/sealHours.ts';
import type { ReadyPoint } from '../../../server/sites/telemetry/types.ts';
import { noteWritten } from '../../../server/sites/telemetry/write/importedPoints.ts';
import { createLatest } from '../../../server/sites/telemetry/write/latest.ts';
import { purgeVariables } from '../../../server/sites/telemetry/write/purge.ts';
import { revertBatch } from '../../../server/sites/telemetry/write/revertImport.ts';
import type { TestServer } from '../server/server.ts';

export { hoursBetween } from '../../../server/sites/telemetry/read/hoursSql.ts';
export { pointsBetween } from '../../../server/sites/telemetry/read/pointsSql.ts';

type Inside = { app: Pick<TestServer['app'], 'db' | 'services'> };
const forever = new AbortController().signal;

/** Packs the days before this time. Returns the number of days and points. */
export const sealDays = ({ app: { db, services } }: Inside, before: Date) =>
  sealDaysBefore(db.pool, { before, signal: forever, rest: 0, log: services.log });

/** Packs the hours of the days before this time. */
export const packHours = ({ app: { db } }: Inside, before: Date): Promise<void> =>
  packHoursBefore(db.pool, { before, signal: forever, rest: 0 });

/** Updates a database as the first step of a start does. */
export const bringUpToDate = (url: string): Promise<void> =>
  migrateDatabase({ url }, [], createLogger('error'));

/** Returns whether the server writes points through a node that is not the coordinator. */
export async function writesThroughWorker({ app: { db } }: Inside): Promise<boolean> {
  const { rows } = await db.points.query<{ yes: boolean }>('select not citus_is_coordinator() as yes');
  return rows[0]!.yes;
}

/**
 * Records the commands that a coordinator sends to other nodes from now on, caused by points that this server writes.
 */
export function noteRemote({ app: { db } }: Inside): { commands: string[]; writeAcross(): Promise<unknown> } {
  const commands: string[] = [];
  db.points.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => void commands.push(message));
    void client.query('set citus.log_remote_commands = on');
  });
  const writeAcross = () => db.points.query('update latest set received_at = received_at');
  return { commands, writeAcross };
}

/** Packs one day of a variable, by ids. Returns the number of points in it. */
export async function sealDay(
  { app: { db } }: Inside,
  place: { tenant: number; variable: number; day: string },
): Promise<number> {
  const client = await db.pool.connect();
  try {
    await sealedMonths(client)(place.day);
    return (await movePoints(client, place)).points;
  } finally {
    client.release();
  }
}

/** Drops the months before this time that contain no point, and returns their number. */
export const dropEmptyMonths = ({ app: { db } }: Inside, before: Date): Promise<number> =>
  cleanPartitions(db.pool, before, forever);

/** Reads curves with a tenant's own rights, whichever tenant the request names. */
export const coursesSeenBy = ({ app: { db } }: Inside, tenantId: number, request: CourseRequest) =>
  db.tenant(tenantId, (trx) => readCourses(trx, request));

/** Runs a whole round of maintenance, as if it were this time. */
export const runStorageAt = ({ app: { services } }: Inside, now: Date): Promise<void> =>
  services.jobs.run(storageJob(services, null, { now, rest: 0 }), forever);

/** Reads sums of ten minutes with a tenant's own rights. The window begins and ends at full ten minutes. */
export const slotsSeenBy = ({ app: { db } }: Inside, tenantId: number, request: CourseRequest) =>
  db.tenant(tenantId, (trx) => readSlots(trx, request));

/** Stores points like an import that can be reverted. */
export async function importAs(
  { app: { db, services } }: Inside,
  jobId: number,
  points: readonly ReadyPoint[],
): Promise<void> {
  await noteWritten(db.pool, points[0]!.variable.tenantId, jobId, points);
  await services.telemetry.store(points, { quiet: true });
}

/** Reverts everything that an import wrote. */
export async function takeImportBack(
  { app: { db } }: Inside,
  tenantId: number,
  jobId: number,
): Promise<void> {
  while (await revertBatch(db.pool, tenantId, jobId, async () => {}));
}

/** Removes the remains of deleted variables. */
export const purgeGone = ({ app: { db } }: Inside, tenantId: number): Promise<void> =>
  purgeVariables(db, createLatest(), tenantId);
