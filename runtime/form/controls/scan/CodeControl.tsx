import type { WidgetProps } from '@rjsf/utils';
import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { later } from '../../../kit/overlay/later.tsx';
import { baseProps } from '../../../kit/parts/controlProps.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import texts from './texts.json';

const ScanDialog = later(() => import('./ScanDialog.tsx'));

/** Enters a code with the camera, or by typing it. */
export function CodeControl(props: WidgetProps) {
  const t = useT(texts);
  const [isOpen, setOpen] = useState(false);
  const base = baseProps(props);
  const write = (code: string) => props.onChange(code || undefined);
  return (
    <>
      <Space.Compact block>
        <Input
          {...base}
          value={(props.value as string | undefined) ?? ''}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => write(event.target.value)}
        />
        <Button disabled={base.disabled} icon={<Icon name="scan" />} onClick={() => setOpen(true)}>
          {t('scan.scan')}
        </Button>
      </Space.Compact>
      {isOpen && <ScanDialog title={props.label} onRead={write} onClose={() => setOpen(false)} />}
    </>
  );
}
