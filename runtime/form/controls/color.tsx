import type { WidgetProps } from '@rjsf/utils';
import { ColorPicker } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../kit/parts/controlProps.ts';
import { useThemeName } from '../../kit/theme/themeStore.ts';
import { tokens } from '../../kit/theme/tokens.ts';

/** W032: a colour as '#RRGGBB', with the chart palette as presets. */
export function ColorControl(props: WidgetProps) {
  const t = useT();
  const { chart } = tokens[useThemeName()];
  const { status, ...base } = baseProps(props);
  const value = props.value as string | undefined;
  return (
    <ColorPicker
      // Without a default the panel opens on a transparent colour, which is not allowed here.
      value={value ?? chart[0]!}
      disabled={base.disabled}
      disabledAlpha
      format="hex"
      allowClear={props.options.required !== true}
      presets={[{ label: t('form.palette'), colors: [...chart], defaultOpen: true }]}
      onChangeComplete={(color) => props.onChange(color.toHexString().slice(0, 7).toUpperCase())}
      onClear={() => props.onChange(undefined)}
    >
      <button
        {...base}
        type="button"
        className="wd-control-button"
        data-status={status}
        aria-labelledby={`${labelId(props.id)} ${props.id}`}
      >
        <span
          className="wd-swatch"
          style={value ? { background: value } : undefined}
          data-empty={!value || undefined}
        />
        <span className="wd-figures">{value ?? t('form.noColor')}</span>
      </button>
    </ColorPicker>
  );
}
