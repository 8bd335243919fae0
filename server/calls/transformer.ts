import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import { readTransformer } from '../sites/energy/transformerLoad.ts';

export const transformerCalls = {
  transformerMonitoring: ({ query: { transformerId } }, ctx) => readTransformer(ctx, transformerId),
} satisfies Partial<Calls<HandlerContext>>;
