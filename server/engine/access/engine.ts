import type { CallContext, HandlerContext } from '../context.ts';

/**
 * Returns the context with the whole database, for functions of the engine that check the rights on records and fields.
 * Handlers pass it on and take nothing out of it. A check of the structure lists the allowed places.
 */
export const engineContext = (ctx: HandlerContext): CallContext => ctx as CallContext;
