import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import { fileAddress } from '../../../core/fileValue.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { baseProps } from '../../../kit/parts/controlProps.ts';
import { ImageControl } from './FilesControl.tsx';

/** Uploads a picture, or accepts the address of an external picture that the browser can load. */
export function ImageUrlControl(props: WidgetProps) {
  const t = useT();
  const value = (props.value as string | undefined) ?? '';
  const isStored = fileAddress(value) !== null;
  return (
    <div className="wd-image-url">
      <ImageControl {...props} value={isStored ? value : undefined} />
      <Input
        {...baseProps(props)}
        id={`${props.id}__address`}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        aria-label={t('form.imageAddress')}
        value={isStored ? '' : value}
        onChange={(event) => props.onChange(event.target.value || undefined)}
      />
    </div>
  );
}
