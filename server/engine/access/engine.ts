import type { CallContext, HandlerContext } from '../context.ts';

/**
 * The context with the whole database, for the functions of the engine, which ask for the rights on records and fields
 * themselves. Handlers hand it on and take nothing out of it; a check of the structure says where it may stand.
 */
export const engineContext = (ctx: HandlerContext): CallContext => ctx as CallContext;
