import { setPageModules } from '../runtime/shell/page/pageComponents.ts';

export const programs = import.meta.glob('./*/*.tsx');
setPageModules(programs);

// Adds new page files to the running product without a reload, which would miss definitions saved at the same time.
// Existing files are handled by their pages.
import.meta.hot?.accept((now) => {
  if (now && Object.keys(now.programs).join() === Object.keys(programs).join()) import.meta.hot?.invalidate();
});
