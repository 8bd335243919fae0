/** Reads a table into an entity: checks every row, writes the good ones, keeps the rejected ones in a file. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { ImportMode, ImportReport } from '../../../../runtime/core/importReport.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type Cell, columnLetters, isReadEmpty, type ReadRow, rewriteRead } from '../file/cell.ts';
import { type AsideTable, readAside } from '../file/tableAside.ts';
import { openTable, type TableFormat, type TableWriter } from '../file/tableWrite.ts';
import { type Heading, REASON, readHeadings } from '../headings.ts';
import { readFields } from '../options.ts';
import { BATCH, writeBatch, writeRows } from './apply.ts';
import { checkBatch } from './check.ts';
import { checkColumns } from './columns.ts';
import { addReport, countReport, reasonsText, reportKept, startReport } from './report.ts';
import { type ImportContext, makeCheck, type RowPlan } from './rowPlan.ts';
import { createSelfReferences, isWaiting } from './selfReferences.ts';
import { TEXTS } from './texts.ts';

export interface ImportWish {
  entity: Entity;
  path: string;
  fileName: string;
  mode: ImportMode;
  dryRun: boolean;
  maxRows: number;
  /** Collects everything before it writes, and writes all or nothing. */
  atomic?: boolean;
}

export interface ImportStep {
  signal: AbortSignal;
  progress(done: number, total?: number | null): void;
  /** Gives the path for the rejected rows; asked for when the first one comes. */
  rejectedFile?: (format: TableFormat) => string;
  /** Notes what is written within the transaction that writes it. */
  keep?: (trx: Trx, report: ImportReport) => Promise<void>;
}

/** The rejected rows as they were, with the reason beside them. */
function createRejected(
  { format }: AsideTable,
  headings: readonly Heading[],
  header: ReadRow,
  context: ImportContext,
  open: ImportStep['rejectedFile'],
) {
  const { lang } = context;
  const kept = headings.filter(({ use }) => use !== 'reason');
  let table: TableWriter | null = null;
  return {
    async add({ cells }: ReadRow, reason: string): Promise<void> {
      if (!open) return;
      table ??= await openTable(open(format), format, REASON[lang], [
        ...kept.map(({ index }) => ({ title: String(header.cells[index] ?? ''), width: 18 })),
        { title: REASON[lang], width: 60 },
      ]);
      const row: Cell[] = kept.map(({ index }) => rewriteRead(cells[index] ?? null));
      await table.row([...row, reason]);
    },
    end: async (): Promise<void> => table?.end(),
  };
}

async function* batchesUpTo(batches: AsyncIterable<ReadRow[]>, limit: number): AsyncIterable<ReadRow[]> {
  let count = 0;
  for await (const batch of batches) {
    count += batch.length;
    if (count > limit) throw new AppError('excel.tooLong', { limit });
    yield batch;
  }
}

export async function runImport(
  context: ImportContext,
  wish: ImportWish,
  step: ImportStep,
): Promise<ImportReport> {
  const source = await readAside(wish.path);
  try {
    return await importSource(context, wish, step, source);
  } finally {
    await source.close();
  }
}

async function importSource(
  context: ImportContext,
  wish: ImportWish,
  step: ImportStep,
  source: AsideTable,
): Promise<ImportReport> {
  const { db, session, lang } = context;
  const { entity, mode, dryRun, fileName, atomic = false } = wish;
  const { header } = source;
  if (!header) throw new AppError('excel.noRows');
  const batches = batchesUpTo(source.batches, wish.maxRows);
  const headings = readHeadings(session, entity, header.cells, source.named);
  const report = startReport(
    { entity: entity.name, fileName, mode, dryRun, headerRow: header.row },
    headings,
  );
  report.blocked = checkColumns(entity, session, { headings, row: header.row, mode, lang });
  if (report.blocked.length > 0) {
    for await (const batch of batches) report.total += batch.length;
    return report;
  }
  const fields = await db.tenant(session.tenantId, (trx) => readFields(trx, session.tenantId, entity));
  const check = makeCheck(context, { entity, fields, mode, headings });
  const rejected = createRejected(source, headings, header, context, step.rejectedFile);
  const held: RowPlan[] = [];
  const late = createSelfReferences(entity);
  const headed = new Set(headings.map(({ index }) => index));
  const unheaded = new Set<number>();

  /** Nothing is left out in silence. */
  function findUnheaded({ cells }: ReadRow): void {
    for (const [index, cell] of cells.entries())
      if (!headed.has(index) && !isReadEmpty(cell)) unheaded.add(index);
  }

  async function settle(plans: readonly RowPlan[]): Promise<void> {
    countReport(report, plans);
    for (const plan of plans) {
      if (plan.problems.length === 0) continue;
      addReport(report, plan.problems);
      await rejected.add(plan, reasonsText(plan.problems, lang));
    }
    const expected = source.expected();
    step.progress(report.total, expected === null ? undefined : Math.max(expected, report.total));
  }

  /** Keeps what stands in the database once the transaction ends that writes these rows. */
  async function keep(trx: Trx, plans: readonly RowPlan[], now: ReadonlySet<RowPlan>): Promise<void> {
    const written = plans.filter((plan) => plan.written || now.has(plan));
    const last = written.at(-1)?.row ?? 0;
    const rejectedBefore = plans.filter(({ row, problems }) => problems.length > 0 && row < last);
    const batch = [...written, ...rejectedBefore];
    await step.keep?.(trx, reportKept(report, { batch, waiting: late.waitingBut(plans), lang }));
  }

  async function take(plans: readonly RowPlan[]): Promise<void> {
    const good = plans.filter(({ problems }) => problems.length === 0);
    if (atomic && !dryRun) held.push(...good);
    else
      await writeBatch(context, entity, good, {
        dryRun,
        keep: dryRun ? undefined : (trx, now) => keep(trx, plans, new Set(now)),
      });
    late.note(plans);
    late.settle(plans);
    await settle(plans);
  }

  async function leave(left: readonly ReadRow[]): Promise<void> {
    if (dryRun || atomic) return;
    report.left += left.length;
    for (const row of left) await rejected.add(row, TEXTS.left[lang]);
  }

  /** Takes rows that referred to others further down, as long as some of them find theirs. */
  async function takeLate(): Promise<void> {
    for (let waiting = late.held; waiting.length > 0; ) {
      const still: RowPlan[] = [];
      for (let at = 0; at < waiting.length; at += BATCH) {
        const part = waiting.slice(at, at + BATCH);
        if (step.signal.aborted) {
          await leave(part);
          continue;
        }
        const plans = dryRun
          ? part.map(late.promise)
          : await db.tenant(session.tenantId, (trx) => checkBatch(check, trx, part));
        still.push(...plans.filter(isWaiting));
        await take(plans.filter((plan) => !isWaiting(plan)));
      }
      if (still.length === waiting.length) return settle(still);
      waiting = still;
    }
  }

  try {
    for await (const batch of batches) {
      if (step.signal.aborted) {
        if (dryRun || atomic) break;
        await leave(batch);
        continue;
      }
      batch.forEach(findUnheaded);
      const plans = await db.tenant(session.tenantId, (trx) => checkBatch(check, trx, batch));
      await take(atomic ? plans : late.part(plans));
    }
    await takeLate();
  } finally {
    await rejected.end();
  }
  report.unknown.push(...[...unheaded].map(columnLetters));
  if (report.total === 0 && !step.signal.aborted) throw new AppError('excel.noRows');
  if (atomic && !dryRun && report.rejected === 0) {
    await writeRows(context, entity, held, { dryRun });
    for (const { problems } of held) addReport(report, problems);
  }
  step.progress(report.total, report.total + report.left);
  return report;
}
