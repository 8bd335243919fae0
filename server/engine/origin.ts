import type { CallContext } from './context.ts';

/** Returns the address of the server for its readers, without a slash at its end. */
export const originOf = ({ config, request }: Pick<CallContext, 'config' | 'request'>): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;
