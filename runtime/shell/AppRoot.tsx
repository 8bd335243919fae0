import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { pages } from '../../generated/pages.ts';
import { buildRoutes } from '../page/routes.tsx';
import { useThemeName } from '../theme/themeStore.ts';
import { usePageTheme } from '../theme/usePageTheme.ts';
import { Notices } from './Notices.tsx';

const router = createBrowserRouter(buildRoutes(pages));

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
