import { setWidgetModules } from '../runtime/board/widget/loaders.ts';

export const programs = import.meta.glob('./*/index.ts');
setWidgetModules(programs);

// Adds new widgets by hot update, as `pages/index.ts` does for pages.
import.meta.hot?.accept((now) => {
  if (now && Object.keys(now.programs).join() === Object.keys(programs).join()) import.meta.hot?.invalidate();
});
