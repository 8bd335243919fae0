import { call } from '../../kit/api/client.ts';
import { tellFailure } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { refreshApprovals } from './approvalCalls.ts';

/** Sends a record through its approval; says so, or why not. Answers the id of the request. */
export async function submitRecord(
  entity: string,
  { id, version }: { id: number; version: number },
  said: string,
): Promise<number | null> {
  try {
    const request = await call('recordSubmit', { path: { entity, id }, body: { version } }, { quiet: true });
    notify({ kind: 'success', text: { text: said } });
    return request.id;
  } catch (error) {
    tellFailure(error);
    return null;
  } finally {
    refreshApprovals(entity);
  }
}
