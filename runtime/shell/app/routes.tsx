/** The route table, built from the page definitions. */
import type { RouteObject } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { pagesWithin } from '../../core/definitions/pages.ts';
import { groupPaths, LOGIN, OPEN_PATHS } from '../../kit/session/pageAccess.ts';
import { recordPageOf } from '../../kit/session/recordPages.ts';
import type { PageHandle } from '../page/pageTypes.ts';
import { Guard } from './Guard.tsx';
import { NotFound } from './NotFound.tsx';
import { OpenPage } from './OpenPage.tsx';
import { RouteFailure } from './RouteFailure.tsx';
import { ToFirstBelow, ToLanding, ToPage, ToPageWithin } from './redirects.tsx';

/** The login page has no definition, because it must work before definitions are loaded. */
const loginPage: PageDefinition = {
  name: 'Login',
  route: LOGIN,
  title: { zh: '登录', en: 'Sign in' },
  kind: 'custom',
  flags: { open: true },
};

function pageRoute(page: PageDefinition): RouteObject {
  if (pagesWithin(page)) return { path: page.route, element: <ToPageWithin page={page} /> };
  if (page.kind === 'redirect') return { path: page.route, element: <ToPage to={page.to ?? '/'} /> };
  const handle: PageHandle = { page };
  // The shell renders the page itself, because it keeps pages alive.
  return { path: page.route, element: null, handle };
}

export function buildRoutes(pages: readonly PageDefinition[]): RouteObject[] {
  const isOpen = ({ route, flags }: PageDefinition) => flags?.open === true || OPEN_PATHS.includes(route);
  const open = [loginPage, ...pages.filter((page) => isOpen(page) && page.route !== LOGIN)];
  const missing = OPEN_PATHS.filter((path) => !open.some(({ route }) => route === path));
  const inside = pages.filter((page) => !isOpen(page));
  const groups = groupPaths(inside).filter((path) => path !== '/main');
  return [
    {
      errorElement: <RouteFailure />,
      children: [
        ...open.map((page) => ({ path: page.route, element: <OpenPage page={page} /> })),
        ...missing.map((path) => ({ path, element: <NotFound bare /> })),
        {
          element: <Guard />,
          children: [
            { path: '/', element: <ToLanding /> },
            { path: '/main', element: <ToLanding /> },
            ...inside.flatMap((page) => [page, recordPageOf(page) ?? []].flat()).map(pageRoute),
            ...groups.map((path) => ({ path, element: <ToFirstBelow prefix={path} /> })),
            { path: '*', element: <NotFound /> },
          ],
        },
      ],
    },
  ];
}
