import { Readable } from 'node:stream';
import type { Calls } from '../../generated/calls.ts';
import { can } from '../../runtime/core/permission.ts';
import { auditCsv_head, auditCsv_rows } from '../access/auditCsv.ts';
import { type AuditFilter, type AuditLine, audit_after, audit_page } from '../access/auditQuery.ts';
import { catalogue_build } from '../access/catalogue.ts';
import { access_explain, entity_asked } from '../access/explain.ts';
import { rights_read } from '../access/rights.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { roles_of } from '../identity/permissions.ts';

const EXPORT_STEP = 500;

async function* export_lines(
  { db, session, lang }: CallContext,
  filter: AuditFilter,
): AsyncGenerator<string> {
  yield auditCsv_head(lang);
  for (let before: number | null = null; ; ) {
    const from: number | null = before;
    const lines: AuditLine[] = await db.tenant(session.tenantId, (trx) =>
      audit_after(trx, session, filter, from, EXPORT_STEP),
    );
    yield lines.map((line) => auditCsv_rows(line, lang)).join('');
    const last = lines.at(-1);
    if (!last || lines.length < EXPORT_STEP) return;
    before = last.id;
  }
}

export const accessCalls = {
  accessPermissions: async () => catalogue_build(),

  accessRights: ({ path }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      const found = await rights_read(trx, session.tenantId, path.id);
      if (!found) throw new AppError('http.notFound');
      return {
        userId: found.userId,
        name: found.name,
        admin: found.admin,
        roles: await roles_of(trx, session.tenantId, path.id),
        permissions: [...found.permissions].sort(),
        fieldRules: Object.fromEntries(found.fieldRules),
        departments: [...found.departments],
      };
    }),

  accessExplain: ({ query }, { db, session, lang }) =>
    db.tenant(session.tenantId, async (trx) => {
      const entity = entity_asked(query.entity);
      const { userId } = query;
      if (userId === undefined || userId === session.userId)
        return access_explain({ trx, session, asker: session, entity, query, lang });
      if (!session.admin && !can(session.permissions, 'userPermission:get'))
        throw new AppError('http.forbidden');
      const asker = await rights_read(trx, session.tenantId, userId);
      if (!asker) throw new AppError('http.notFound');
      return access_explain({ trx, session, asker, entity, query, lang });
    }),

  auditPage: ({ query }, { db, session }) => {
    const { current, size, pageNum, pageSize, ...filter } = query;
    const page = { current: current ?? pageNum ?? 1, size: size ?? pageSize ?? 10 };
    return db.tenant(session.tenantId, (trx) => audit_page(trx, session, filter, page));
  },

  async auditExport({ query }, ctx) {
    ctx.reply.header('content-type', 'text/csv; charset=utf-8');
    ctx.reply.header('content-disposition', 'attachment; filename="audit.csv"');
    return ctx.reply.send(Readable.from(export_lines(ctx, query)));
  },
} satisfies Partial<Calls<CallContext>>;
