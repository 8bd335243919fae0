import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isSharedBoard } from './runtime/board/widget/sharedAddress.ts';
import { startLang } from './runtime/kit/i18n/index.ts';
import { restoreSession } from './runtime/kit/session/session.ts';
import { AppRoot } from './runtime/shell/app/AppRoot.tsx';
import { setShellParts } from './runtime/shell/app/shellProgram.ts';
import { ChunkError } from './runtime/shell/page/pageComponents.ts';
import './pages/index.ts';
import './widgets/index.ts';

setShellParts(() => import('./pages/extras.ts'));

// The reader of a link does not sign in and stays anonymous, even if a user is signed in here.
const shared = isSharedBoard(location.pathname);
if (!shared) void restoreSession();
await startLang(navigator.languages);
const root = createRoot(document.getElementById('root')!, {
  // Reports errors that a page throws to the developer. A file that did not load is reported to the user only.
  onCaughtError: (error) => {
    if (!(error instanceof ChunkError)) console.error(error);
  },
});
root.render(
  <StrictMode>
    <AppRoot />
  </StrictMode>,
);
