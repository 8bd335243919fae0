import { Modal } from 'antd';
import { useCallback, useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useBlocker } from 'react-router';
import { useT } from '../i18n/index.ts';

/** Asks for confirmation before changes are lost. Returns `ask`, and the element of the dialog. */
export function useUnsavedGuard(changed: boolean) {
  const t = useT();
  const [modal, holder] = Modal.useModal();
  const ask = useCallback(async (): Promise<boolean> => {
    if (!changed) return true;
    return modal.confirm({
      title: t('form.leaveTitle'),
      content: t('form.leaveText'),
      okText: t('form.leave'),
      okButtonProps: { danger: true },
      cancelText: t('form.stay'),
      focusable: { autoFocusButton: 'cancel' },
    });
  }, [changed, modal, t]);
  useEffect(() => {
    if (!changed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [changed]);
  const inRouter = useContext(DataRouterContext) !== null;
  return {
    ask,
    holder: (
      <>
        {holder}
        {inRouter && changed && <RouteGuard ask={ask} />}
      </>
    ),
  };
}

/** Blocks a navigation until the user answers. */
function RouteGuard({ ask }: { ask(): Promise<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask]);
  return null;
}
