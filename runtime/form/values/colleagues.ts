/** Lists colleagues and the user by name, if the user may not read the list of users. */
import { call } from '../../kit/api/client.ts';
import { useSession } from '../../kit/session/session.ts';
import type { RefOption } from './refList.ts';
import type { RefTarget } from './refTarget.ts';

export const isColleague = ({ entity, key }: RefTarget): boolean =>
  entity === 'user' && key === 'id' && !useSession.getState().can('user:list');

/** Returns the user first, then the active colleagues. All returned names contain these words. */
export async function listColleagues(search: string, signal: AbortSignal): Promise<RefOption[]> {
  const words = search.trim();
  const { user } = useSession.getState();
  const people = await call('approvalColleagues', { query: { search: words } }, { quiet: true, signal });
  const isFound = user?.name.toLowerCase().includes(words.toLowerCase());
  const all = user && isFound ? [{ id: user.userId, name: user.name }, ...people] : people;
  return all.map(({ id, name }) => ({ value: id, label: name }));
}
