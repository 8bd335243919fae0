import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { NAMED_RANGES } from '../../core/time/namedRange.ts';
import type { RangeName } from '../../core/time/rangeName.ts';
import { isRolling, ROLLING_RANGES } from '../../core/time/rollingRange.ts';
import { isoLocal } from '../../core/time/timeWindow.ts';
import { useT } from '../../kit/i18n/index.ts';
import { parseRange, rangeSpan } from '../address/boardView.ts';
import { rangeNameWords } from '../address/rangeWords.ts';
import type { BoardMoment } from '../live/useBoardData.ts';
import { viewMoment } from '../widget/period.ts';
import type { BoardRange } from '../widget/widget.ts';
import { TypedRange } from './TypedRange.tsx';

const FORMAT = 'YYYY-MM-DD HH:mm';
const WALL = 'YYYY-MM-DDTHH:mm';
const OFFERED: readonly (RangeName | null)[] = [null, ...ROLLING_RANGES, ...NAMED_RANGES];

interface Props {
  moment: BoardMoment;
  onChoose(range: BoardRange | null): void;
}

/** Shows named ranges on one side and a custom range on the other, both in the station's time zone. */
export default function RangePanel({ moment, onChoose }: Props) {
  const t = useT();
  const { range, zone, lang } = moment;
  const now = viewMoment({ ...moment, now: Date.now() });
  // The picker has no time zone. It gets the station's local time.
  const wall = (ts: number) => dayjs(isoLocal(ts, zone).slice(0, WALL.length));
  const span = rangeSpan(range ?? 'today', now, zone);
  const [chosen, setChosen] = useState<[dayjs.Dayjs, dayjs.Dayjs]>([wall(span.from), wall(span.to)]);
  const ownRange = parseRange(chosen.map((day) => day.format(WALL)).join('..'), zone);
  return (
    <div className="wd-look-panel" role="dialog" aria-label={t('look.range')}>
      <ul>
        {OFFERED.map((name) => (
          <li key={name ?? 'own'}>
            <button
              type="button"
              aria-pressed={range === name}
              // biome-ignore lint/a11y/noAutofocus: the user has just opened this panel
              autoFocus={range === name}
              onClick={() => onChoose(name)}
            >
              {name === null ? t('look.rangeOwn') : rangeNameWords(name, lang, t)}
            </button>
          </li>
        ))}
      </ul>
      <div className="wd-look-own">
        <h3>{t('look.rangeCustom')}</h3>
        {(['look.from', 'look.to'] as const).map((label, index) => (
          <div key={label} className="wd-look-field">
            <label htmlFor={`wd-${label}`}>{t(label)}</label>
            <DatePicker
              id={`wd-${label}`}
              showTime={{ format: 'HH:mm' }}
              format={FORMAT}
              allowClear={false}
              value={chosen[index]}
              maxDate={wall(rangeSpan('today', now, zone).to)}
              onChange={(next) => {
                if (next) setChosen(index === 0 ? [next, chosen[1]] : [chosen[0], next]);
              }}
            />
          </div>
        ))}
        <p className="wd-quiet">{t('look.zone', { zone })}</p>
        {ownRange === null && (
          <p role="alert" className="wd-look-wrong">
            {t('look.rangeWrong')}
          </p>
        )}
        <Button type="primary" disabled={ownRange === null} onClick={() => onChoose(ownRange)}>
          {t('look.apply')}
        </Button>
        <TypedRange range={isRolling(range) ? range : ''} onChoose={onChoose} />
      </div>
    </div>
  );
}
