/** The state of a running import, and the handling of checked rows. */

import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { ImportMode, ImportReport } from '../../../../runtime/core/importReport.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { ReadRow } from '../file/cell.ts';
import type { TableFormat } from '../file/tableWrite.ts';
import { BATCH, writeBatch, writeRows } from './apply.ts';
import { checkBatch } from './check.ts';
import type { Rejected } from './rejected.ts';
import { addReport, countReport, listDecidedRows, reasonsText, reportKept } from './report.ts';
import type { Check, RowPlan } from './rowPlan.ts';
import { isWaiting, type SelfReferences } from './selfReferences.ts';
import { TEXTS } from './texts.ts';

export interface ImportWish {
  entity: Entity;
  path: string;
  fileName: string;
  mode: ImportMode;
  dryRun: boolean;
  maxRows: number;
  /** If true, all rows are collected first, and then all or none are written. */
  atomic?: boolean;
}

export interface ImportStep {
  signal: AbortSignal;
  progress(done: number, total?: number | null): void;
  /** Returns the path of the file for rejected rows. Called at the first rejected row. */
  rejectedFile?: (format: TableFormat) => string;
  /** Stores the state of the import in the transaction that writes the rows. */
  keep?: (trx: Trx, report: ImportReport) => Promise<void>;
}

export interface ImportRun {
  wish: ImportWish;
  step: ImportStep;
  check: Check;
  /** Updated when the result of a row is final. */
  report: ImportReport;
  rejected: Rejected;
  late: SelfReferences;
  /** The valid rows of an import with `atomic`. */
  held: RowPlan[];
  /** Returns the expected number of rows. Null if it is not known yet. */
  expected(): number | null;
}

const checkRows = ({ check }: ImportRun, rows: readonly ReadRow[]): Promise<RowPlan[]> => {
  const { db, session } = check.context;
  return db.tenant(session.tenantId, (trx) => checkBatch(check, trx, rows));
};

/** Counts rows with a final result, and stores the rejected rows. */
async function settleRows(run: ImportRun, plans: readonly RowPlan[]): Promise<void> {
  const { report, rejected, step, check } = run;
  countReport(report, plans);
  for (const plan of plans) {
    if (plan.problems.length === 0) continue;
    addReport(report, plan.problems);
    await rejected.add(plan, reasonsText(plan.problems, check.context.lang));
  }
  const expected = run.expected();
  step.progress(report.total, expected === null ? undefined : Math.max(expected, report.total));
}

/** Counts the rows that a cancelled import did not process. */
async function leaveRows(
  { wish, report, rejected, check }: ImportRun,
  left: readonly ReadRow[],
): Promise<void> {
  if (wish.dryRun || wish.atomic) return;
  report.left += left.length;
  for (const row of left) await rejected.add(row, pickText(TEXTS.left, check.context.lang));
}

/** Tests, writes or collects the valid rows, depending on the mode of the import. */
async function storeRows(run: ImportRun, plans: readonly RowPlan[]): Promise<void> {
  const { wish, check, step, report, late, held } = run;
  const { entity, dryRun, atomic } = wish;
  const { lang } = check.context;
  const good = plans.filter(({ problems }) => problems.length === 0);
  if (atomic && !dryRun) {
    held.push(...good);
    return;
  }
  const keep = async (trx: Trx, now: readonly RowPlan[]): Promise<void> =>
    step.keep?.(
      trx,
      reportKept(report, { batch: listDecidedRows(plans, now), waiting: late.waitingBut(plans), lang }),
    );
  await writeBatch(check.context, entity, good, { dryRun, keep: dryRun ? undefined : keep });
}

async function importRows(run: ImportRun, plans: readonly RowPlan[]): Promise<void> {
  await storeRows(run, plans);
  run.late.note(plans);
  run.late.settle(plans);
  await settleRows(run, plans);
}

/** Imports the rows of the table as they arrive. `seen` is called with each batch. */
export async function takeTable(
  run: ImportRun,
  batches: AsyncIterable<ReadRow[]>,
  seen: (rows: readonly ReadRow[]) => void,
): Promise<void> {
  const { wish, step, late } = run;
  for await (const batch of batches) {
    if (step.signal.aborted) {
      if (wish.dryRun || wish.atomic) return;
      await leaveRows(run, batch);
      continue;
    }
    seen(batch);
    const plans = await checkRows(run, batch);
    await importRows(run, wish.atomic ? plans : late.part(plans));
  }
}

/** Processes waiting rows again. Returns the rows that still refer to unknown rows. */
async function importWaiting(run: ImportRun, waiting: readonly RowPlan[]): Promise<RowPlan[]> {
  const still: RowPlan[] = [];
  for (let start = 0; start < waiting.length; start += BATCH) {
    const part = waiting.slice(start, start + BATCH);
    if (run.step.signal.aborted) {
      await leaveRows(run, part);
      continue;
    }
    const plans = run.wish.dryRun ? part.map(run.late.promise) : await checkRows(run, part);
    still.push(...plans.filter(isWaiting));
    await importRows(
      run,
      plans.filter((plan) => !isWaiting(plan)),
    );
  }
  return still;
}

/** Imports rows that refer to later rows. Repeats until a pass resolves no further row. */
export async function takeLate(run: ImportRun): Promise<void> {
  let waiting: readonly RowPlan[] = run.late.held;
  while (waiting.length > 0) {
    const still = await importWaiting(run, waiting);
    if (still.length === waiting.length) return settleRows(run, still);
    waiting = still;
  }
}

/** Writes the collected rows, unless a row of the table was rejected. */
export async function writeHeld({ wish, report, held, check }: ImportRun): Promise<void> {
  if (!wish.atomic || wish.dryRun || report.rejected > 0) return;
  await writeRows(check.context, wish.entity, held, { dryRun: false });
  for (const { problems } of held) addReport(report, problems);
}
