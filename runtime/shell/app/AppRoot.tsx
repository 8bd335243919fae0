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

// Applied pages get their routes in the running router, because a new router would lose the state of kept-alive pages.
// The router provides this function for hot module replacement only, so its version is pinned.
pageRegistry.subscribe(() => {
  router._internalSetRoutes(buildRoutes(pageRegistry.all()));
  void router.revalidate();
});

/** Renders theme, notices and router. antd is loaded with the shell only. */
export function AppRoot() {
  usePageTheme(useThemeName());
  return (
    <>
      <RouterProvider router={router} />
      <Notices />
    </>
  );
}
