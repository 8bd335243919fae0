import { makeFileLoader } from '../../kit/browser/fileLoader.ts';
import { useSession } from '../../kit/session/session.ts';

const loadApplied = makeFileLoader(() => import('./appliedDefinitions.ts'));

/** Loaded with the first signed-in user: the login page needs none. A failure leaves what was built in. */
function load(): void {
  loadApplied()
    .then(({ loadDefinitions }) => loadDefinitions())
    .catch(() => {})
    .finally(() => useSession.setState({ definitions: true }));
}

if (useSession.getState().status === 'user') load();
useSession.subscribe((now, before) => {
  if (now.status === 'user' && before.status !== 'user') load();
});

/** Returns whether the definitions are known as they are now: the routes of a first address depend on them. */
export const useDefinitionsReady = (): boolean => useSession(({ definitions }) => definitions);
