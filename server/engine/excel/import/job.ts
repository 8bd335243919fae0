/** The two jobs of an import. The first checks and stores the file, and the second imports its valid rows. */

import type { UploadedFile } from '../../../../generated/calls.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { ImportMode, ImportReport } from '../../../../runtime/core/importReport.ts';
import { nearLang } from '../../../../runtime/core/text/lang.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { makeGrant } from '../../access/grant.ts';
import type { Job, JobStep, Jobs } from '../../jobs/index.ts';
import { TABLE_TYPES, type TableFormat } from '../file/tableWrite.ts';
import { runImport } from './index.ts';
import type { ImportContext } from './rowPlan.ts';

type JobContext = ImportContext & { jobs: Jobs };

const MB = 1_048_576;
const MAX_MB = 20;
const MAX_ROWS = 100_000;
const MAX_NAME = 200;
const CHECK = 'importCheck';

/** Returns the last part of a path, because browsers may send a path as the file name. */
const cleanName = (name: string): string =>
  (name.split(/[\\/]/).pop() ?? '').replace(/\p{Cc}/gu, '').slice(-MAX_NAME) || 'file';

function rejectedName(fileName: string, format: TableFormat, lang: ImportContext['lang']): string {
  const base = fileName.replace(/\.[^.]*$/, '');
  return `${base} ${nearLang(lang) === 'zh' ? '未导入' : 'rejected'}.${format}`;
}

export function checkUpload(file: UploadedFile | undefined): UploadedFile {
  if (!file) throw new AppError('file.missing', {}, { field: '/file' });
  if (file.size > MAX_MB * MB) throw new AppError('http.fileTooLarge', { limit: MAX_MB }, { field: '/file' });
  return file;
}

interface Run {
  entity: Entity;
  path: string;
  fileName: string;
  mode: ImportMode;
  dryRun: boolean;
}

function runStep(context: ImportContext, run: Run, step: JobStep): Promise<ImportReport> {
  return runImport(
    context,
    { ...run, maxRows: MAX_ROWS },
    {
      signal: step.signal,
      progress: step.progress,
      keep: step.keep,
      rejectedFile: (format) =>
        step.file(rejectedName(run.fileName, format, context.lang), TABLE_TYPES[format]),
    },
  );
}

/** Starts the check of a file, which changes no records. The file is stored as long as the job. */
export async function startImportCheck(
  context: JobContext,
  entity: Entity,
  file: UploadedFile,
  mode: ImportMode,
): Promise<Job> {
  const { session, lang, jobs } = context;
  const jobContext = { ...context };
  const fileName = cleanName(file.name);
  return jobs.start({
    asker: session,
    kind: CHECK,
    title: {
      zh: `检查 ${fileName}（${entity.title.zh}）`,
      en: `Check of ${fileName} (${entity.title.en})`,
    },
    lang,
    takesTurn: true,
    keepsPart: true,
    input: file.path,
    grant: makeGrant(session, { entity: entity.name, action: 'import', columns: [] }),
    run: (step) => runStep(jobContext, { entity, path: step.input, fileName, mode, dryRun: true }, step),
  });
}

/**
 * Imports the file of a completed check. The file must be of the same entity, and the user must be allowed to import
 * it.
 */
export async function startImport(context: JobContext, entity: Entity, checkId: number): Promise<Job> {
  const { session, lang, jobs } = context;
  const check = await jobs.get(session, checkId);
  const report = check.result as ImportReport | null;
  if (check.kind !== CHECK || report?.entity !== entity.name) throw new AppError('http.notFound');
  if (check.status !== 'done' || report.blocked.length > 0) throw new AppError('excel.notChecked');
  const path = await jobs.input(session, checkId);
  const { fileName, mode, total } = report;
  return jobs.start({
    asker: session,
    kind: 'import',
    title: { zh: `导入 ${fileName}（${entity.title.zh}）`, en: `Import of ${fileName} (${entity.title.en})` },
    total,
    lang,
    takesTurn: true,
    keepsPart: true,
    grant: makeGrant(session, { entity: entity.name, action: 'import', columns: [] }),
    run: (step) => runStep(context, { entity, path, fileName, mode, dryRun: false }, step),
  });
}
