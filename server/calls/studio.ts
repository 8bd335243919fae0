import type { Calls } from '../../generated/calls.ts';
import type { DocumentDefinition, StatisticDefinition } from '../../generated/definition.ts';
import type { StudioKind } from '../../runtime/core/definitions/studioKinds.ts';
import type { CallContext } from '../engine/context.ts';
import { answerDocumentOf } from '../engine/documents/index.ts';
import { may } from '../engine/entities/columns.ts';
import { answerStatisticOf } from '../engine/statistics/index.ts';
import {
  listDefinitions,
  makeExport,
  makeTemplate,
  showDefinition,
  showOverlay,
  showVersion,
} from '../engine/studio/answers.ts';
import type { Studio } from '../engine/studio/index.ts';
import { showMenu } from '../engine/studio/showMenu.ts';
import { answerTruths } from '../engine/studio/truths.ts';
import type { Document } from '../engine/studio/types.ts';
import { AppError } from '../platform/errors/errors.ts';

const WEEK_SECONDS = 604_800;

interface Draft {
  name?: string;
  document: Document;
}

/** Returns the definition of a draft. Throws if the draft has errors. */
async function requireSound<T>(studio: Studio, kind: StudioKind, { name, document }: Draft): Promise<T> {
  const problems = await studio.check(kind, name ?? null, document);
  if (problems.length > 0) throw new AppError('studio.invalid', {}, { data: { problems } });
  // The document was just checked by its meta schema.
  return document as unknown as T;
}

/** The schema studio: definitions edited in the browser. */
export const studioCalls = {
  studioApplied: async ({ query }, { studio }) => showOverlay(studio, query.since),

  async studioValidator({ path }, { studio, reply }) {
    const code = studio.validator(path.name);
    if (code === null) throw new AppError('http.notFound');
    // The version in the address changes with the content.
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', `private, max-age=${WEEK_SECONDS}, immutable`)
      .send(code);
  },

  studioDefinitions: async (_input, { studio }) => listDefinitions(studio),

  studioDefinition: ({ path }, { studio, session }) => showDefinition(studio, path, session),

  studioChange: ({ path }, { studio }) => showVersion(studio, path.id),

  studioMeta: async (_input, { studio }) => [...studio.repository().metas] as Record<string, unknown>[],

  studioTemplate: async ({ query }) => makeTemplate(query.kind, query.name, query.of),

  async studioCheck({ body: { kind, name, document } }, ctx) {
    const { studio } = ctx;
    const problems = await studio.check(kind, name ?? null, document);
    const isSound = problems.length === 0;
    const isEntity = isSound && kind === 'entity';
    return {
      problems,
      plan: isSound ? await studio.plan(kind, document) : null,
      form: isEntity ? studio.form(document) : null,
      truths: isEntity ? await answerTruths(ctx, document) : [],
      rights: isEntity ? await studio.rights(ctx.session, document) : [],
    };
  },

  async studioDocument({ body: { id, lang, ...draft } }, ctx) {
    const definition = await requireSound<DocumentDefinition>(ctx.studio, 'document', draft);
    if (!may(ctx.session, `${definition.of}:get`)) throw new AppError('http.forbidden');
    return answerDocumentOf(ctx, definition, id, { lang });
  },

  async studioStatistic({ body }, ctx) {
    const statistic = await requireSound<StatisticDefinition>(ctx.studio, 'statistic', body);
    return answerStatisticOf(ctx, statistic, {});
  },

  studioExport: async ({ body: { kind, document } }, { studio }) => makeExport(studio, kind, document),

  async studioApply({ body: { name, moves = [], roles = [], ...change } }, { studio, session }) {
    const subject = await studio.apply(session, { ...change, name: name ?? null, moves, roles });
    return showDefinition(studio, subject, session);
  },

  studioMenu: (_input, ctx) => showMenu(ctx.studio, ctx),

  studioMenuApply: ({ body: { revision, places } }, { studio, session }) =>
    studio.placeMenu(session, revision, places),

  async studioUndo({ body }, { studio, session }) {
    const { kind, name } = await studio.undo(session, body);
    return { kind, name };
  },
} satisfies Partial<Calls<CallContext>>;
