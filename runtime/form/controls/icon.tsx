import type { WidgetProps } from '@rjsf/utils';
import { Popover } from 'antd';
import { useRef, useState } from 'react';
import { pickText } from '../../core/text/pickText.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../kit/parts/controlProps.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { icons, isIconName } from '../../kit/theme/icons.ts';
import { IconGrid } from './IconGrid.tsx';

/** W031: chooses an icon by its name in either language. */
export function IconControl(props: WidgetProps) {
  const t = useT();
  const lang = useLang();
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { status, ...base } = baseProps(props);
  const value = props.value as string | undefined;
  const name = value && isIconName(value) ? pickText(icons[value].title, lang) : value;
  const choose = (icon: string | undefined) => {
    setOpen(false);
    props.onChange(icon);
    trigger.current?.focus();
  };
  return (
    <Popover
      open={open}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      onOpenChange={(next) => setOpen(next && !base.disabled)}
      content={<IconGrid value={value} onChoose={choose} onClose={() => choose(value)} />}
    >
      <button
        {...base}
        ref={trigger}
        type="button"
        className="wd-control-button"
        data-status={status}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-labelledby={`${labelId(props.id)} ${props.id}`}
      >
        {value ? <Icon name={value} /> : <span className="wd-swatch" data-empty />}
        <span>{name ?? t('form.noIcon')}</span>
      </button>
    </Popover>
  );
}
