/** The report of an imported table: the numbers of rows, and the position of each error. */

import type { ImportReport, Problem } from '../../../../runtime/core/importReport.ts';
import { type Lang, languageOf } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Heading } from '../headings.ts';
import type { RowPlan } from './rowPlan.ts';
import { TEXTS } from './texts.ts';

const MAX_PROBLEMS = 1_000;

export function startReport(
  start: Pick<ImportReport, 'entity' | 'fileName' | 'mode' | 'dryRun' | 'headerRow'>,
  headings: readonly Heading[],
): ImportReport {
  const titles = (...uses: Heading['use'][]) =>
    headings.filter(({ use }) => uses.includes(use)).map(({ text }) => text);
  return {
    ...start,
    total: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    lastRow: start.headerRow,
    left: 0,
    unknown: titles('unknown'),
    ignored: titles('ignored'),
    blocked: [],
    problems: [],
    problemCount: 0,
    problemColumns: [],
  };
}

/** Counts checked rows. */
export function countReport(report: ImportReport, plans: readonly RowPlan[]): void {
  for (const { row, problems, unchanged, before } of plans) {
    report.total += 1;
    report.lastRow = Math.max(report.lastRow, row);
    report[problems.length > 0 ? 'rejected' : unchanged ? 'unchanged' : before ? 'updated' : 'created'] += 1;
  }
}

export function addReport(report: ImportReport, problems: readonly Problem[]): void {
  for (const problem of problems) {
    report.problemCount += 1;
    if (report.problems.length < MAX_PROBLEMS) report.problems.push(problem);
    const column = report.problemColumns.find(({ title }) => title === problem.title);
    if (column) column.count += 1;
    else report.problemColumns.push({ title: problem.title, count: 1 });
  }
}

/**
 * Returns the rows of a batch whose result is final after the transaction that writes `now`. These are the written
 * rows and the rejected rows before them.
 */
export function listDecidedRows(plans: readonly RowPlan[], now: readonly RowPlan[]): RowPlan[] {
  const writing = new Set(now);
  const written = plans.filter((plan) => plan.written || writing.has(plan));
  const last = written.at(-1)?.row ?? 0;
  return [...written, ...plans.filter(({ row, problems }) => problems.length > 0 && row < last)];
}

/**
 * Returns the report for the case that these rows are written and no further batch follows. Rows that still refer to
 * unknown rows count as not imported.
 */
export function reportKept(
  report: ImportReport,
  { batch, waiting, lang }: { batch: readonly RowPlan[]; waiting: readonly RowPlan[]; lang: Lang },
): ImportReport {
  const fullReport: ImportReport = {
    ...report,
    problems: [...report.problems],
    problemColumns: report.problemColumns.map((column) => ({ ...column })),
  };
  const stuck = waiting.map((plan) => ({
    ...plan,
    problems: plan.problems.map((problem) => ({ ...problem, reason: pickText(TEXTS.waiting, lang) })),
  }));
  for (const plans of [stuck, batch]) {
    countReport(fullReport, plans);
    addReport(
      fullReport,
      plans.flatMap(({ problems }) => problems),
    );
  }
  return fullReport;
}

/** Returns the reasons of a rejected row as text: each problem after its column. */
export const reasonsText = (problems: readonly Problem[], lang: Lang): string =>
  problems
    .map(({ title, reason }) => (title ? `${title}: ${reason}` : reason))
    .join(languageOf(lang).semicolon);
