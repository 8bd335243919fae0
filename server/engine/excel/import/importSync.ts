/** Imports a small file within the call and in one transaction (C104, C113). */

import type { components } from '../../../../generated/api.ts';
import type { UploadedFile } from '../../../../generated/calls.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { ImportReport } from '../../../../runtime/core/importReport.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { runImport } from './index.ts';
import type { ImportContext } from './rowPlan.ts';
import { TEXTS } from './texts.ts';

type WholeReport = components['schemas']['ImportReport'];

const MB = 1_048_576;
const MAX_MB = 10;
const MAX_ROWS = 10_000;
const QUIET = { signal: new AbortController().signal, progress() {} };

/** Returns the errors of the report. In this mode an unknown column is an error too. */
function errorsOf(report: ImportReport, lang: ImportContext['lang']): WholeReport['errors'] {
  const unknown = report.unknown.map((column) => ({
    row: report.headerRow,
    column,
    reason: pickText(TEXTS.unknownColumn, lang),
  }));
  const problems = [...report.blocked, ...report.problems].map(({ row, column, title, reason }) => ({
    row,
    column: column || title,
    reason,
  }));
  return [...unknown, ...problems].sort((first, other) => first.row - other.row);
}

export async function importFile(
  context: ImportContext,
  entity: Entity,
  file: UploadedFile | undefined,
  dryRun: boolean,
): Promise<WholeReport> {
  if (!file) throw new AppError('file.missing');
  if (file.size > MAX_MB * MB) throw new AppError('http.fileTooLarge', { limit: MAX_MB });
  const wish = {
    ...{ entity, path: file.path, fileName: file.name },
    ...({ mode: 'create', maxRows: MAX_ROWS, atomic: true } as const),
  };
  const checked = await runImport(context, { ...wish, dryRun: true }, QUIET);
  const errors = errorsOf(checked, context.lang);
  const { total } = checked;
  if (errors.length > 0 || dryRun) return { total, imported: 0, errors };
  const done = await runImport(context, { ...wish, dryRun: false }, QUIET);
  const late = errorsOf(done, context.lang);
  return { total, imported: late.length > 0 ? 0 : done.created, errors: late };
}
