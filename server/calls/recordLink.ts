/** Calls for links that open a record without signing in. */
import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../engine/context.ts';
import { documentByLink } from '../engine/publicLinks/document.ts';
import { readFileByLink } from '../engine/publicLinks/file.ts';
import { moveByLink, readByLink } from '../engine/publicLinks/move.ts';
import { listLinks, makeLink, revokeLink } from '../engine/publicLinks/store.ts';
import { downloadFile } from './upload.ts';

export const recordLinkCalls = {
  recordLinks: ({ path }, ctx) => listLinks(ctx, entityOf(path.entity), path.id),
  recordLinkMake: ({ path }, ctx) => makeLink(ctx, entityOf(path.entity), path.id),
  recordLinkEnd: ({ path }, ctx) => revokeLink(ctx, entityOf(path.entity), path.id),
  recordByLink: (_input, ctx) => readByLink(ctx),
  documentByLink: ({ query }, ctx) => documentByLink(ctx, query),
  async fileByLink({ path }, ctx) {
    return downloadFile(ctx, await readFileByLink(ctx, path));
  },
  recordByLinkMove: ({ body }, ctx) => moveByLink(ctx, body),
} satisfies Partial<Calls<CallContext>>;
