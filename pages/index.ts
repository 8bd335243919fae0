import { setPageModules } from '../runtime/shell/page/pageComponents.ts';

export const programs = import.meta.glob('./*/*.tsx');
setPageModules(programs);

// A page's new file is added to the running product. Reloading it would miss definitions that are saved at the same
// time. An older file may be drawn already, and is loaded with the page.
import.meta.hot?.accept((now) => {
  if (now && Object.keys(now.programs).join() === Object.keys(programs).join()) import.meta.hot?.invalidate();
});
