import type { WidgetProps } from '@rjsf/utils';
import { Input, Select } from 'antd';
import type { FocusEvent } from 'react';
import { formatMoment, formatZone } from '../../../core/numbers/format.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { CRON_PARTS, CRON_PRESETS, joinCron, splitCron } from './cronParts.ts';
import { cronNext, cronWords } from './cronWords.ts';
import './cron.css';

const NEXT_RUNS = 3;

/** Edits a cron expression: its five parts, its description, and the next times. */
export default function CronControl(props: WidgetProps) {
  const t = useT();
  const lang = useLang();
  const { id, onBlur, ...base } = baseProps(props);
  const value = (props.value as string | undefined) ?? '';
  const parts = splitCron(value);
  const words = value === '' ? '' : cronWords(value, lang);
  const next = words ? cronNext(value, NEXT_RUNS) : [];
  const preset = CRON_PRESETS.find(({ cron }) => cron === value)?.cron;
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
  };
  return (
    <fieldset className="wd-cron" aria-labelledby={labelId(props.id)} onBlur={leave}>
      <Select<string>
        className="wd-control"
        disabled={base.disabled}
        value={preset}
        placeholder={t('form.cron.preset')}
        aria-label={t('form.cron.preset')}
        options={CRON_PRESETS.map(({ key, cron }) => ({ value: cron, label: t(`form.cron.${key}`) }))}
        onChange={(cron) => props.onChange(cron)}
      />
      <div className="wd-cron-parts">
        {CRON_PARTS.map((part, index) => (
          <span key={part} className="wd-cron-part">
            <span aria-hidden>{t(`form.cron.${part}`)}</span>
            <Input
              {...base}
              id={index === 0 ? id : undefined}
              aria-label={t(`form.cron.${part}`)}
              value={parts[index]}
              onChange={(event) => props.onChange(joinCron(parts, index, event.target.value) || undefined)}
            />
          </span>
        ))}
      </div>
      <p className="wd-field-help" aria-live="polite">
        {words && (
          <>
            {words}
            {next.length > 0 && (
              <>
                {' · '}
                {t('form.cron.next', {
                  times: `${next.map((moment) => formatMoment(moment)).join(' · ')} ${formatZone()}`,
                })}
              </>
            )}
          </>
        )}
      </p>
    </fieldset>
  );
}
