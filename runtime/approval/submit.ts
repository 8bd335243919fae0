import { call } from '../api/client.ts';
import { failure_tell } from '../api/failure.ts';
import { notify } from '../api/notices.ts';
import { approvals_refresh } from './approvalCalls.ts';

/** Sends a record through its approval; says so, or why not. Answers the id of the request. */
export async function record_submit(
  entity: string,
  { id, version }: { id: number; version: number },
  said: string,
): Promise<number | null> {
  try {
    const request = await call('recordSubmit', { path: { entity, id }, body: { version } }, { quiet: true });
    notify({ kind: 'success', text: { text: said } });
    return request.id;
  } catch (error) {
    failure_tell(error);
    return null;
  } finally {
    approvals_refresh(entity);
  }
}
