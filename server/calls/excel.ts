import type { Calls } from '../../generated/calls.ts';
import { type Entity, entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { pickText } from '../../runtime/core/text/pickText.ts';
import { makeGrant } from '../engine/access/grant.ts';
import type { CallContext } from '../engine/context.ts';
import { planExport, runExport } from '../engine/excel/export.ts';
import { TABLE_TYPES } from '../engine/excel/file/tableWrite.ts';
import { checkUpload, startImport, startImportCheck } from '../engine/excel/import/job.ts';
import { answerTemplate } from '../engine/excel/template/send.ts';
import { AppError } from '../platform/errors/errors.ts';

function findEntity(name: string): Entity {
  const entity = entityRegistry.get(name);
  if (!entity) throw new AppError('http.notFound');
  return entity;
}

/** Copies the parts of the call context that are valid after the call. The request cannot be read then. */
const excelContext = ({ db, hub, vault, jobs, session, lang, zone }: CallContext) => ({
  db,
  hub,
  vault,
  jobs,
  session,
  lang,
  zone,
});

export const excelCalls = {
  async recordExport({ path, body }, ctx) {
    const entity = findEntity(path.entity);
    const context = excelContext(ctx);
    const plan = planExport(entity, body, context);
    const { session, lang } = context;
    const stamp = new Date().toISOString().slice(0, 10);
    return ctx.jobs.start({
      asker: session,
      kind: 'export',
      title: { zh: `导出${entity.title.zh}`, en: `Export of ${entity.title.en}` },
      lang,
      takesTurn: true,
      grant: makeGrant(session, {
        ...{ entity: entity.name, action: 'export', columns: plan.names },
        sheets: plan.sheets.map((sheet) => ({
          ...{ entity: sheet.entity.name, action: 'list', columns: sheet.names },
        })),
      }),
      async run(step) {
        const file = step.file(
          `${pickText(entity.title, lang)} ${stamp}.${plan.format}`,
          TABLE_TYPES[plan.format],
        );
        return { entity: entity.name, ...(await runExport(plan, context, step, file)) };
      },
    });
  },

  recordTemplate: ({ path }, ctx) => answerTemplate(findEntity(path.entity), ctx),

  recordImportCheck: ({ path, query, files }, ctx) =>
    startImportCheck(
      excelContext(ctx),
      findEntity(path.entity),
      checkUpload(files[0]),
      query.mode ?? 'create',
    ),

  recordImport: ({ path }, ctx) => startImport(excelContext(ctx), findEntity(path.entity), path.id),
} satisfies Partial<Calls<CallContext>>;
