import type { CallContext } from './context.ts';

/** Returns the public address of the server without a trailing slash. */
export const originOf = ({ config, request }: Pick<CallContext, 'config' | 'request'>): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;
