import { type ReactNode, useContext, useEffect, useState } from 'react';
import {
  createMemoryRouter,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
  RouterProvider,
} from 'react-router';
import { StageContext } from '../../kit/parts/staged.ts';
import { PageBoundary } from './PageBoundary.tsx';
import './stage.css';

/** The routing context without a matched route. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

const Staged = (): ReactNode => useContext(StageContext);

const stageRouter = (address: string) =>
  createMemoryRouter([{ path: '*', element: <Staged /> }], { initialEntries: [address] });

/** React Router forbids nested routers, so the context of the outer one is removed. */
function StageRouter({ address }: { address: string }) {
  const [router] = useState(() => stageRouter(address));
  useEffect(() => () => router.dispose(), [router]);
  return (
    <RouteContext value={NO_ROUTE}>
      <LocationContext value={null as never}>
        <RouterProvider router={router} />
      </LocationContext>
    </RouteContext>
  );
}

interface Props {
  /** The address for the page in the preview. */
  address: string;
  children: ReactNode;
}

/** Renders a page as a preview with its own address, without pointer, keyboard and shortcuts. */
export function Stage({ address, children }: Props) {
  return (
    <div className="wd-stage" inert>
      <StageContext value={<PageBoundary>{children}</PageBoundary>}>
        <StageRouter key={address} address={address} />
      </StageContext>
    </div>
  );
}
