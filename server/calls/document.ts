import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { answerDocument } from '../engine/documents/index.ts';

export const documentCalls = {
  recordDocument: ({ path, query }, ctx) => answerDocument(ctx, path, query),
} satisfies Partial<Calls<CallContext>>;
