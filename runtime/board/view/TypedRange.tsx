import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { isRolling, type RollingRange } from '../../core/time/rollingRange.ts';
import { useT } from '../../kit/i18n/index.ts';

interface Props {
  range: string;
  onChoose(range: RollingRange): void;
}

/** Reads a typed number of hours up to now, such as "now-3h". */
export function TypedRange({ range, onChoose }: Props) {
  const t = useT();
  const [text, setText] = useState(range);
  const [tried, setTried] = useState(false);
  const wrong = tried && !isRolling(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isRolling(text)) onChoose(text);
  };
  return (
    <form className="wd-look-field" onSubmit={submit}>
      <label htmlFor="wd-look-typed">{t('look.rangeTyped')}</label>
      <span className="wd-look-typed">
        <Input
          id="wd-look-typed"
          value={text}
          maxLength={16}
          placeholder="now-3h"
          aria-invalid={wrong}
          aria-describedby={wrong ? 'wd-look-typed-wrong' : undefined}
          status={wrong ? 'error' : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit">{t('look.rangeTypedShow')}</Button>
      </span>
      {wrong && (
        <p role="alert" id="wd-look-typed-wrong" className="wd-look-wrong">
          {t('look.rangeTypedWrong')}
        </p>
      )}
    </form>
  );
}
