/** Imports a table into an entity. Checks every row, writes the valid rows, and stores the rejected rows in a file. */
import type { ImportReport } from '../../../../runtime/core/importReport.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { columnLetters, type ReadRow } from '../file/cell.ts';
import { type AsideTable, readAside } from '../file/tableAside.ts';
import { readHeadings } from '../headings.ts';
import { readFields } from '../options.ts';
import { checkColumns, findUnheaded } from './columns.ts';
import { createRejected } from './rejected.ts';
import { startReport } from './report.ts';
import { type ImportContext, makeCheck } from './rowPlan.ts';
import { type ImportRun, type ImportStep, type ImportWish, takeLate, takeTable, writeHeld } from './run.ts';
import { createSelfReferences } from './selfReferences.ts';

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
  const { entity, mode, dryRun, fileName } = wish;
  const { header, format, expected } = source;
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
  const run: ImportRun = {
    ...{ wish, step, report, expected },
    check: makeCheck(context, { entity, fields, mode, headings }),
    rejected: createRejected({ format, header, headings }, context, step.rejectedFile),
    late: createSelfReferences(entity),
    held: [],
  };
  const unheaded = new Set<number>();
  try {
    await takeTable(run, batches, (rows) => {
      for (const index of findUnheaded(headings, rows)) unheaded.add(index);
    });
    await takeLate(run);
  } finally {
    await run.rejected.end();
  }
  report.unknown.push(...[...unheaded].map(columnLetters));
  if (report.total === 0 && !step.signal.aborted) throw new AppError('excel.noRows');
  await writeHeld(run);
  step.progress(report.total, report.total + report.left);
  return report;
}
