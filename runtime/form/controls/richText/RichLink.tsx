import { Button, Input } from 'antd';
import { useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { readAddress } from './richLink.ts';

interface Props {
  /** The current address of the link. */
  address: string;
  /** Null removes the link. */
  onDone(address: string | null): void;
  onCancel(): void;
}

/** Asks for the target of the selected text. */
export function RichLink({ address, onDone, onCancel }: Props) {
  const t = useT();
  const [typed, setTyped] = useState(address);
  const [wrong, setWrong] = useState(false);
  const done = () => {
    const read = readAddress(typed);
    if (read === null) setWrong(true);
    else onDone(read);
  };
  return (
    <div className="wd-rich-link">
      <Input
        autoFocus
        size="small"
        value={typed}
        status={wrong ? 'error' : undefined}
        aria-invalid={wrong || undefined}
        aria-label={t('form.rich.address')}
        placeholder="https://"
        onChange={({ target }) => {
          setTyped(target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Prevents saving or closing the surrounding form.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') done();
          else onCancel();
        }}
      />
      <Button size="small" onClick={done}>
        {t('form.rich.linkSet')}
      </Button>
      {address && (
        <Button size="small" onClick={() => onDone(null)}>
          {t('form.rich.linkRemove')}
        </Button>
      )}
      <Button size="small" type="text" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      {wrong && (
        <span className="wd-field-error" role="alert">
          {t('form.rich.linkWrong')}
        </span>
      )}
    </div>
  );
}
