import type { CallContext } from '../context.ts';

/** The address of the server as its readers know it, without a slash at its end. */
export const originOf = ({ config, request }: Pick<CallContext, 'config' | 'request'>): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;
