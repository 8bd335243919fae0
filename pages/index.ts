import { setPageModules } from '../runtime/shell/page/pageComponents.ts';

export const programs = import.meta.glob('./*/*.tsx');
setPageModules(programs);

// A page's new file joins the running product: loading it again would miss definitions that are saved in the meantime.
// An older file may be drawn already, and is loaded with the page.
import.meta.hot?.accept((now) => {
  if (now && Object.keys(now.programs).join() === Object.keys(programs).join()) import.meta.hot?.invalidate();
});
