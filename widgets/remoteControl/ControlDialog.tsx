import { Alert, Input, InputNumber, Modal, Segmented, Select } from 'antd';
import { useId, useState } from 'react';
import { failureWords } from '../../runtime/kit/api/failure.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { type ControlValue, type ControlVariable, controlChoices, proposeValue } from './controls.ts';
import texts from './texts.json';
import { useValueWords } from './useValueWords.ts';

/** Maximum number of options side by side. More are shown in a list. */
const FEW = 3;

interface Props {
  name: string;
  variable: ControlVariable;
  /** Rejects with the reason if the server rejects the command. */
  onSend(value: ControlValue): Promise<void>;
  onClose(): void;
}

interface FieldProps {
  id: string;
  variable: ControlVariable;
  value: ControlValue | null;
  onChange(value: ControlValue | null): void;
}

function ValueField({ id, variable, value, onChange }: FieldProps) {
  const t = useT(texts);
  const words = useValueWords();
  const choices = controlChoices(variable, words(variable));
  const label = t('widget.remoteControl.newValue');
  // antd's options cannot be booleans, so their index is used.
  const options = choices?.map((choice, at) => ({ value: at, label: choice.label }));
  const at = choices?.findIndex((choice) => choice.value === value);
  if (choices && options && options.length <= FEW)
    return (
      <Segmented
        aria-label={label}
        value={at}
        options={options}
        onChange={(next) => onChange(choices[next]!.value)}
      />
    );
  if (choices && options)
    return (
      <Select
        id={id}
        aria-label={label}
        value={at === -1 ? undefined : at}
        options={options}
        onChange={(next) => onChange(choices[next]!.value)}
      />
    );
  if (variable.dataType === 'text')
    return (
      <Input
        id={id}
        maxLength={200}
        value={value === null ? '' : String(value)}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <InputNumber
      id={id}
      autoFocus
      min={variable.minValue ?? undefined}
      max={variable.maxValue ?? undefined}
      suffix={variable.unit}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
    />
  );
}

/** Shows device, variable, and the current and the new value before sending. */
export function ControlDialog({ name, variable, onSend, onClose }: Props) {
  const t = useT(texts);
  const field = useId();
  const [value, setValue] = useState(() => proposeValue(variable));
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const words = useValueWords()(variable);
  const unset = value === null || value === '';

  const send = async () => {
    if (unset || sending) return;
    setSending(true);
    setRefused(null);
    try {
      await onSend(value);
      onClose();
    } catch (error) {
      setRefused(failureWords(error, t, t('widget.remoteControl.notSent')));
      setSending(false);
    }
  };

  return (
    <Modal
      open
      title={t('widget.remoteControl.title')}
      okText={t('widget.remoteControl.send')}
      okButtonProps={{ danger: true, disabled: unset }}
      cancelText={t('common.cancel')}
      confirmLoading={sending}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <dl className="wd-control-ask">
          <dt>{t('widget.remoteControl.device')}</dt>
          <dd>{variable.deviceName}</dd>
          <dt>{t('widget.remoteControl.variable')}</dt>
          <dd>{name}</dd>
          <dt>
            <label htmlFor={field}>{t('widget.remoteControl.newValue')}</label>
          </dt>
          <dd>
            <ValueField id={field} variable={variable} value={value} onChange={setValue} />
          </dd>
          <dt>{t('widget.remoteControl.change')}</dt>
          <dd className="wd-control-change">
            <span>{words.of(variable.value)}</span>
            <Icon name="chevron" size={16} label="→" />
            <b>{words.of(value)}</b>
          </dd>
        </dl>
        {refused && <Alert type="error" role="alert" title={refused} />}
      </form>
    </Modal>
  );
}
