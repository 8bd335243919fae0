import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { warningExtras } from './pages/alarms/alarmListExtras.ts';
import { deviceExtras } from './pages/devices/deviceExtras.ts';
import { factoryTestExtras } from './pages/factoryTests/factoryTestExtras.ts';
import { mobileExtras } from './pages/mobile/mobileExtras.ts';
import { peopleExtras } from './pages/people/handOnExtras.ts';
import { reportExtras } from './pages/reports/reportExtras.ts';
import { stationExtras } from './pages/start/stationExtras.ts';
import { transformerExtras } from './pages/transformers/transformerExtras.ts';
import { isSharedBoard } from './runtime/board/widget/sharedAddress.ts';
import { startLang } from './runtime/kit/i18n/index.ts';
import { restoreSession } from './runtime/kit/session/session.ts';
import { setEntityExtras } from './runtime/record/dialog/entityExtras.ts';
import { AppRoot } from './runtime/shell/app/AppRoot.tsx';
import { ChunkError } from './runtime/shell/page/pageComponents.ts';
import './pages/index.ts';
import './widgets/index.ts';

setEntityExtras({
  ...warningExtras,
  ...transformerExtras,
  ...deviceExtras,
  ...factoryTestExtras,
  ...mobileExtras,
  ...peopleExtras,
  ...reportExtras,
  ...stationExtras,
});

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
