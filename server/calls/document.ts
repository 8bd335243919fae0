import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { startDocuments } from '../engine/documents/archive.ts';
import { answerDocument } from '../engine/documents/index.ts';
import { answerLabels } from '../engine/publicLinks/labels.ts';

export const documentCalls = {
  recordDocument: ({ path, query }, ctx) => answerDocument(ctx, path, query),
  recordDocuments: ({ path, body }, ctx) => startDocuments(ctx, path, body),
  recordLabels: ({ path, body }, ctx) => answerLabels(ctx, path, body),
} satisfies Partial<Calls<CallContext>>;
