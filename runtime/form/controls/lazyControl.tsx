import type { WidgetProps } from '@rjsf/utils';
import { Button, Skeleton } from 'antd';
import { type ComponentType, useEffect, useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';

type Control = ComponentType<WidgetProps>;

/** Makes a control with a large library. The library is loaded when the control is first rendered. */
export function lazyControl(load: () => Promise<Control>): Control {
  let loaded: Control | null = null;
  return function LazyControl(props: WidgetProps) {
    const t = useT();
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded || failed) return;
      let isMounted = true;
      load().then(
        (control) => {
          loaded = control;
          if (isMounted) setLoaded(() => control);
        },
        () => isMounted && setFailed(true),
      );
      return () => {
        isMounted = false;
      };
    }, [Loaded, failed]);
    if (Loaded) return <Loaded {...props} />;
    if (!failed) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
    return (
      <div className="wd-picker-state" role="alert">
        <p>{t('form.controlFailed')}</p>
        <Button size="small" onClick={() => setFailed(false)}>
          {t('form.retry')}
        </Button>
      </div>
    );
  };
}
