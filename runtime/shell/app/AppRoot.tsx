import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { useThemeName } from '../../kit/theme/themeStore.ts';
import { usePageTheme } from '../../kit/theme/usePageTheme.ts';
import { Notices } from '../frame/Notices.tsx';
import { buildRoutes } from './routes.tsx';
import '../../list/screen/connect.ts';
import '../../record/figures/connect.ts';
import '../../record/dialog/connect.ts';

const router = createBrowserRouter(buildRoutes(pageRegistry.all()));

// Applied pages get their routes in the running router: a new one would lose what every kept page holds. The router
// offers this to hot replacement alone, which does the same; its version is pinned.
pageRegistry.subscribe(() => {
  router._internalSetRoutes(buildRoutes(pageRegistry.all()));
  void router.revalidate();
});

/** Theme, notices and router around everything; antd comes with the shell only. */
export function AppRoot() {
  usePageTheme(useThemeName());
  return (
    <>
      <RouterProvider router={router} />
      <Notices />
    </>
  );
}
