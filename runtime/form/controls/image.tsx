import type { WidgetProps } from '@rjsf/utils';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useT } from '../../i18n/index.ts';
import { errorId, labelId } from './common.ts';
import { image_problem } from './imageRules.ts';

/** A picture: checked, stored, kept as the address under which it can be read (V044–V049). */
export function ImageControl(props: WidgetProps) {
  const t = useT();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const disabled = props.disabled || props.readonly;
  const value = props.value as string | undefined;

  async function store(file: File): Promise<void> {
    const broken = await image_problem(file);
    setProblem(broken ? t(broken.key, broken.params) : '');
    if (broken) return;
    setBusy(true);
    try {
      const body = new FormData();
      body.append('file', file, file.name);
      // The description types a file as text; the browser sends the form as it is.
      const input = { query: { type: 'picture' as const }, body: body as never };
      props.onChange(await call('uploadRetrunUrl', input, { quiet: true }));
    } catch {
      setProblem(t('form.uploadFailed', { name: file.name }));
    } finally {
      setBusy(false);
      props.onBlur(props.id, props.value);
    }
  }

  return (
    <div className="wd-control-image">
      {value && <img src={value} alt={props.label} />}
      <Upload
        accept=".jpg,.jpeg,.png"
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file) => {
          void store(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button
          id={props.id}
          loading={busy}
          disabled={disabled}
          aria-describedby={problem ? errorId(props.id) : labelId(props.id)}
        >
          {t(value ? 'form.imageReplace' : 'form.imageChoose')}
        </Button>
      </Upload>
      {value && !disabled && (
        <Button type="text" onClick={() => props.onChange(undefined)}>
          {t('form.remove')}
        </Button>
      )}
      {problem && (
        <p className="wd-field-error" id={errorId(props.id)} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
