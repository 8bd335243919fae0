import type { Turn, WorkKind } from '../platform/worker/turns.ts';
import type { CallContext } from './context.ts';

/** Returns the caller's place in a queue. It is lost when the caller disconnects. */
export const turnOf = ({ session, gone }: Pick<CallContext, 'session' | 'gone'>, kind: WorkKind): Turn => ({
  kind,
  tenantId: session.tenantId,
  by: { person: session.userId },
  signal: gone,
});
