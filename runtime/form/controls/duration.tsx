import type { WidgetProps } from '@rjsf/utils';
import { InputNumber } from 'antd';
import type { FocusEvent } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../kit/parts/controlProps.ts';
import { joinDuration, PARTS, type Part, splitDuration } from './durationParts.ts';

/** Enters a time span in hours, minutes and seconds. It is stored as seconds. */
export function DurationControl(props: WidgetProps) {
  const t = useT();
  const { id, onBlur, ...base } = baseProps(props);
  const seconds = props.value as number | undefined;
  const parts = splitDuration(seconds);
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
  };
  const write = (part: Part, value: number | null) =>
    props.onChange(joinDuration({ ...parts, [part]: value ?? undefined }));
  return (
    <fieldset className="wd-control-parts" aria-labelledby={labelId(props.id)} onBlur={leave}>
      {PARTS.map((part, index) => (
        <InputNumber<number>
          {...base}
          key={part}
          id={index === 0 ? id : undefined}
          className="wd-control-number"
          aria-label={t(`form.duration.${part}`)}
          value={parts[part] ?? null}
          min={0}
          precision={0}
          suffix={<span className="wd-unit">{t(`form.duration.${part}`)}</span>}
          onChange={(value) => write(part, value)}
        />
      ))}
    </fieldset>
  );
}
