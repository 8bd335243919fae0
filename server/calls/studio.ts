import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import {
  listDefinitions,
  makeExport,
  makeTemplate,
  showDefinition,
  showOverlay,
  showVersion,
} from '../engine/studio/answers.ts';
import { AppError } from '../platform/errors/errors.ts';

const WEEK_SECONDS = 604_800;

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

  studioTemplate: async ({ query }) => makeTemplate(query.kind, query.name),

  async studioCheck({ body: { kind, name, document } }, { studio }) {
    const problems = await studio.check(kind, name ?? null, document);
    const sound = problems.length === 0 && kind === 'entity';
    return {
      problems,
      plan: sound ? await studio.plan(document) : null,
      pure: sound ? studio.pure(document) : null,
    };
  },

  studioExport: async ({ body: { kind, document } }, { studio }) => makeExport(studio, kind, document),

  async studioApply({ body: { name, ...change } }, { studio, session }) {
    const subject = await studio.apply(session, { ...change, name: name ?? null });
    return showDefinition(studio, subject, session);
  },

  async studioUndo({ body }, { studio, session }) {
    const { kind, name } = await studio.undo(session, body.id);
    return { kind, name };
  },
} satisfies Partial<Calls<CallContext>>;
