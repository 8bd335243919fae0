import { type ComponentType, type FunctionComponent, type ReactNode, useLayoutEffect, useState } from 'react';

type Waiting<Props> = ReactNode | ((props: Props) => ReactNode);

/**
 * Returns a component whose code is loaded when the component is first rendered, with `waiting` as its
 * placeholder. React's `lazy` would show its placeholder for at least 300 ms. A failed load is thrown. The
 * next mount loads again.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting: Waiting<Props> = null,
): FunctionComponent<Props> {
  let arrived: ComponentType<Props> | null = null;
  let arriving: Promise<void> | null = null;
  const arrive = (): Promise<void> => {
    arriving ??= load()
      .then((module) => {
        arrived = module.default;
      })
      .finally(() => {
        arriving = null;
      });
    return arriving;
  };

  return function Later(props: Props) {
    const [Shown, setShown] = useState(() => arrived);
    const [failure, setFailure] = useState<{ reason: unknown } | null>(null);
    // A layout effect, so that a loaded component shows no placeholder.
    useLayoutEffect(() => {
      if (Shown) return;
      let gone = false;
      arrive().then(
        () => !gone && setShown(() => arrived),
        (reason: unknown) => !gone && setFailure({ reason }),
      );
      return () => {
        gone = true;
      };
    }, [Shown]);
    if (failure) throw failure.reason;
    if (Shown) return <Shown {...props} />;
    return typeof waiting === 'function' ? waiting(props) : waiting;
  };
}
