/** The report of an imported table counts its rows and says what is wrong where. */
import type { Text } from '../../../../generated/definition.ts';
import type { ImportReport, Problem } from '../../../../runtime/core/importReport.ts';
import type { Lang } from '../../../../runtime/core/lang.ts';
import type { Heading } from '../headings.ts';
import type { RowPlan } from './check.ts';

const MAX_PROBLEMS = 1_000;

export const TEXTS = {
  twiceColumn: { zh: '该列出现了两次', en: 'This column is there twice' },
  unknownColumn: { zh: '未知列', en: 'This column is not known' },
  missingColumn: { zh: '缺少该列', en: 'This column is missing' },
  noColumn: { zh: '没有可导入的列', en: 'There is no column that can be imported' },
  noKey: { zh: '缺少用于查找记录的列：{columns}', en: 'No column tells which record is meant: {columns}' },
  mayNotCreate: { zh: '您没有新建的权限', en: 'You may not create records' },
  mayNotUpdate: { zh: '您没有修改的权限', en: 'You may not change records' },
  twice: { zh: '与第 {row} 行重复', en: 'The same as in row {row}' },
  taken: { zh: '已存在', en: 'Already there' },
  missing: { zh: '没有这条记录', en: 'There is no such record' },
  noKeyValue: { zh: '未填写用于查找记录的内容', en: 'Nothing tells which record is meant' },
  unknown: { zh: '不存在', en: 'Does not exist' },
  severalRefs: { zh: '有多条同名记录，请填写编号', en: 'Several records are called so: write the number' },
  left: { zh: '已取消，未导入', en: 'Not imported: it was cancelled' },
  waiting: {
    zh: '未导入：仍在等待它所引用的记录',
    en: 'Not imported: it still waited for the record that it names',
  },
  notYours: { zh: '您无权修改这条记录', en: 'You may not change this record' },
} satisfies Record<string, Text>;

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

/** Rows that were looked at, in their order. */
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
 * The report that is true when these rows of a batch are in the database and nothing comes after them: who waits for
 * other rows is not imported.
 */
export function reportKept(
  report: ImportReport,
  { batch, waiting, lang }: { batch: readonly RowPlan[]; waiting: readonly RowPlan[]; lang: Lang },
): ImportReport {
  const kept: ImportReport = {
    ...report,
    problems: [...report.problems],
    problemColumns: report.problemColumns.map((column) => ({ ...column })),
  };
  const stuck = waiting.map((plan) => ({
    ...plan,
    problems: plan.problems.map((problem) => ({ ...problem, reason: TEXTS.waiting[lang] })),
  }));
  for (const plans of [stuck, batch]) {
    countReport(kept, plans);
    addReport(
      kept,
      plans.flatMap(({ problems }) => problems),
    );
  }
  return kept;
}

/** One sentence for the rejected row, each problem with its column. */
export const reasonsText = (problems: readonly Problem[], lang: Lang): string =>
  problems
    .map(({ title, reason }) => (title ? `${title}: ${reason}` : reason))
    .join(lang === 'zh' ? '；' : '; ');
