import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { later } from '../../../kit/overlay/later.tsx';
import { labelId } from '../../../kit/parts/controlProps.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import type { ChooserProps } from '../files/FilesControl.tsx';
import { filesControl } from '../files/FilesControl.tsx';
import texts from './texts.json';

const SignatureDialog = later(() => import('./SignatureDialog.tsx'));

/** Opens the signature dialog. */
function SignButton({ button, props, isBusy, isStored, onFiles }: ChooserProps) {
  const t = useT(texts);
  const [isOpen, setOpen] = useState(false);
  const actionId = `${props.id}__action`;
  return (
    <>
      <Button
        {...button}
        aria-labelledby={`${labelId(props.id)} ${actionId}`}
        icon={<Icon name="edit" />}
        loading={isBusy}
        onClick={() => setOpen(true)}
      >
        <span id={actionId}>{t(isStored ? 'signature.again' : 'signature.sign')}</span>
      </Button>
      {isOpen && (
        <SignatureDialog
          title={props.label}
          onDone={(file) => onFiles([file])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export const SignatureControl = filesControl('image', SignButton);
