import { makeFileLoader } from '../../kit/browser/fileLoader.ts';
import { useSession } from '../../kit/session/session.ts';

const loadApplied = makeFileLoader(() => import('./appliedDefinitions.ts'));

/**
 * Loads the applied definitions with the first signed-in user, because the login page needs none. After a
 * failure the built-in ones remain.
 */
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

/** Returns whether the current definitions are loaded. Routing depends on them. */
export const useDefinitionsReady = (): boolean => useSession(({ definitions }) => definitions);
