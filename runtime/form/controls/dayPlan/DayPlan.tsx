import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useT } from '../../../kit/i18n/index.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import type { DrawnField } from '../../model/drawn.ts';
import type { FormContext } from '../../model/formContext.ts';
import { DayPicture } from './DayPicture.tsx';
import './dayPlan.css';
import { clockOf, paint, readSlots, SLOTS, type Slots, type Span, writeBlocks } from './plan.ts';
import texts from './texts.json';

interface Props {
  id: string;
  name: string;
  field: DrawnField;
  entries: readonly unknown[];
  write: FormContext['write'];
}

const MORNING: Span = { from: 0, to: 32 };
const times = Array.from({ length: SLOTS + 1 }, (_, slot) => ({ value: slot, label: clockOf(slot) }));

/** Moves one end of the span. The span remains at least one slot long. */
const spanFrom = (from: number, { to }: Span): Span => ({ from, to: Math.max(to, from + 1) });
const spanTo = (to: number, { from }: Span): Span => ({ from: Math.min(from, to - 1), to });

/** Stores the state before each change, for undo. */
function usePlan({ id, name, field, entries, write }: Props) {
  const [past, setPast] = useState<readonly Slots[]>([]);
  const slots = readSlots(entries, field.value);
  const put = (next: Slots) => write(id, { [name]: writeBlocks(next, field.value) });
  return {
    slots,
    change(next: Slots) {
      setPast([...past, slots]);
      put(next);
    },
    undo:
      past.length === 0
        ? null
        : () => {
            put(past.at(-1)!);
            setPast(past.slice(0, -1));
          },
  };
}

/**
 * Draws the blocks of a day as a picture above their table. Users edit it with the pointer, or with the fields below.
 */
export default function DayPlan(props: Props) {
  const t = useT(texts);
  const { field } = props;
  const { slots, change, undo } = usePlan(props);
  const [span, setSpan] = useState(MORNING);
  const [number, setNumber] = useState<number | null>(0);
  const choose = (chosen: Span) => {
    setSpan(chosen);
    const there = slots[chosen.from];
    if (typeof there === 'number' && slots.slice(chosen.from, chosen.to).every((one) => one === there))
      setNumber(there);
  };
  return (
    <div className="wd-day-plan">
      <DayPicture slots={slots} span={span} unit={field.unit} onSpan={choose} />
      <div className="wd-day-plan-tools">
        <Select
          aria-label={t('dayPlan.from')}
          value={span.from}
          options={times.slice(0, SLOTS)}
          onChange={(from: number) => choose(spanFrom(from, span))}
        />
        <span aria-hidden>–</span>
        <Select
          aria-label={t('dayPlan.to')}
          value={span.to}
          options={times.slice(1)}
          onChange={(to: number) => choose(spanTo(to, span))}
        />
        <InputNumber<number>
          aria-label={t('dayPlan.value')}
          value={number}
          precision={field.decimals}
          suffix={field.unit && <span className="wd-unit">{field.unit}</span>}
          onChange={setNumber}
        />
        <Button
          disabled={number === null}
          onClick={() => number !== null && change(paint(slots, span, number))}
        >
          {t('dayPlan.set')}
        </Button>
        <Button
          aria-label={t('dayPlan.undo')}
          title={t('dayPlan.undo')}
          disabled={!undo}
          icon={<Icon name="undo" size={16} />}
          onClick={() => undo?.()}
        />
      </div>
      <p className="wd-field-help">{t('dayPlan.help')}</p>
    </div>
  );
}
