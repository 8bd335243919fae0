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

/** As if no route had matched yet. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

const Staged = (): ReactNode => useContext(StageContext);

const stageRouter = (address: string) =>
  createMemoryRouter([{ path: '*', element: <Staged /> }], { initialEntries: [address] });

/** React Router allows no router inside of another one, but here nothing of the outer one is left. */
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
  /** The address at which the page believes to be. */
  address: string;
  children: ReactNode;
}

/** Shows a page without going there: with an address of its own, out of reach of pointer, keyboard and shortcuts. */
export function Stage({ address, children }: Props) {
  return (
    <div className="wd-stage" inert>
      <StageContext value={<PageBoundary>{children}</PageBoundary>}>
        <StageRouter key={address} address={address} />
      </StageContext>
    </div>
  );
}
