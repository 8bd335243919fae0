import { type ComponentType, type FunctionComponent, type ReactNode, useLayoutEffect, useState } from 'react';

type Waiting<Props> = ReactNode | ((props: Props) => ReactNode);

/**
 * A component whose program is fetched when it is first shown; `waiting` is shown in its place until then. React's own
 * `lazy` would hold back what has long arrived until 300 ms after its fallback was drawn. What does not arrive is
 * thrown, and asked for again when the component is shown again.
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
    // Runs before anything is drawn, so that a loaded part shows no placeholder.
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
