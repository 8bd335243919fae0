import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import { useState } from 'react';
import { formatNumber } from '../../../core/numbers/format.ts';
import { MONEY_DECIMALS, parseMoney } from '../../../core/numbers/money.ts';
import { baseProps } from '../../../kit/parts/controlProps.ts';

/**
 * The control of an amount, stored as decimal text (V056, V131–V133). While the amount is being typed, it has
 * no thousands separators. Leaving the field adds two decimals. An invalid amount remains as typed, with a
 * message.
 */
export function MoneyControl(props: WidgetProps) {
  const [typing, setTyping] = useState(false);
  const base = baseProps(props);
  const text = props.value === undefined || props.value === null ? '' : String(props.value);
  const money = text === '' ? null : parseMoney(text, true);
  const shown = !typing && money?.ok ? formatNumber(money.value, { decimals: MONEY_DECIMALS }) : text;
  const leave = () => {
    setTyping(false);
    if (money?.ok && money.value !== text) props.onChange(money.value);
    base.onBlur();
  };
  return (
    <Input
      {...base}
      className="wd-control-money"
      inputMode="decimal"
      prefix={<span className="wd-unit">{String(props.options.unit ?? '')}</span>}
      value={shown}
      onFocus={() => setTyping(true)}
      onBlur={leave}
      onChange={(event) => props.onChange(event.target.value.replaceAll(',', '') || undefined)}
    />
  );
}
