import type { Calls } from '../../generated/calls.ts';
import { can } from '../../runtime/core/access/permission.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { keyWhere } from '../engine/access/recordScope.ts';
import { readRights } from '../engine/access/rights.ts';
import { recordsWhere } from '../engine/access/scopedRecords.ts';
import { auditFile } from '../engine/auditRead/auditFile.ts';
import { readAuditPage } from '../engine/auditRead/auditQuery.ts';
import type { CallContext, Session } from '../engine/context.ts';
import { TABLE_TYPES } from '../engine/excel/file/tableWrite.ts';
import { rolesOf } from '../engine/identity/people/permissions.ts';
import { buildCatalogue } from '../engine/permissions/catalogue.ts';
import { explainAccess, requireEntity } from '../engine/permissions/explain.ts';
import { checkZone, requestZone } from '../http/zone.ts';
import type { Trx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';

/** Throws 404 unless the caller may see the rights of the user. */
async function requirePermissions(trx: Trx, session: Session, userId: number): Promise<void> {
  const where = keyWhere(session, entityOf('user'), 'userPermission:get');
  const user = await trx
    .selectFrom(recordsWhere(trx, 'user', (eb) => where?.(eb) ?? eb.lit(true)).as('u'))
    .select('u.id')
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new AppError('http.notFound');
}

export const accessCalls = {
  accessPermissions: async () => buildCatalogue(),

  accessRights: ({ path }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      await requirePermissions(trx, session, path.id);
      const rights = await readRights(trx, session.tenantId, path.id);
      if (!rights) throw new AppError('http.notFound');
      return {
        userId: rights.userId,
        name: rights.name,
        admin: rights.admin,
        roles: await rolesOf(trx, session.tenantId, path.id),
        permissions: [...rights.permissions].sort(),
        fieldRules: Object.fromEntries(rights.fieldRules),
        departments: [...rights.departments],
        stations: [...rights.stations],
      };
    }),

  accessExplain: ({ query }, { db, session, lang }) =>
    db.tenant(session.tenantId, async (trx) => {
      const entity = requireEntity(query.entity);
      const { userId } = query;
      if (userId === undefined || userId === session.userId)
        return explainAccess({ trx, session, asker: session, entity, query, lang });
      if (!session.admin && !can(session.permissions, 'userPermission:get'))
        throw new AppError('http.forbidden');
      await requirePermissions(trx, session, userId);
      const asker = await readRights(trx, session.tenantId, userId);
      if (!asker) throw new AppError('http.notFound');
      return explainAccess({ trx, session, asker, entity, query, lang });
    }),

  auditPage: ({ query }, { db, session }) => {
    const { current, size, pageNum, pageSize, sort, ...filter } = query;
    const page = { current: current ?? pageNum ?? 1, size: size ?? pageSize ?? 10, sort };
    return db.tenant(session.tenantId, (trx) => readAuditPage(trx, session, filter, page));
  },

  async auditExport({ query: { format = 'csv', lang, zone, ...filter } }, ctx) {
    const { db, session, reply, request } = ctx;
    const reader = {
      lang: lang ?? ctx.lang,
      zone: zone === undefined ? requestZone(request) : checkZone(zone),
    };
    const file = await auditFile({ db, session, reply, ...reader }, filter, format);
    ctx.reply.header('content-type', TABLE_TYPES[format]);
    ctx.reply.header('content-disposition', `attachment; filename="audit.${format}"`);
    return ctx.reply.send(file);
  },
} satisfies Partial<Calls<CallContext>>;
