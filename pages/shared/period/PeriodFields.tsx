import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { NAMED_RANGES } from '../../../runtime/core/time/namedRange.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from './texts.json';
import './period.css';
import { daysOf, type Period } from './period.ts';

const OWN = 'own';
const DATE = 'YYYY-MM-DD';

interface Props {
  period: Period;
  zone: string;
  onChange(period: Period): void;
}

/** V162: shows the named ranges, and fields for two days. */
export function PeriodFields({ period, zone, onChange }: Props) {
  const t = useT(texts);
  const { first, last } = daysOf(period, Date.now(), zone);
  const options = NAMED_RANGES.map((name) => ({ value: name as string, label: t(`look.range.${name}`) }));
  return (
    <>
      <Select
        className="wd-period-range"
        aria-label={t('period.range')}
        value={typeof period === 'string' ? period : OWN}
        options={[...options, { value: OWN, label: t('period.own') }]}
        onChange={(chosen) => {
          const named = NAMED_RANGES.find((name) => name === chosen);
          onChange(named ?? { first, last });
        }}
      />
      {typeof period !== 'string' && (
        <DatePicker.RangePicker
          aria-label={t('period.days')}
          allowClear={false}
          value={[dayjs(first), dayjs(last)]}
          onChange={(days) => {
            const [from, to] = days ?? [];
            if (from && to) onChange({ first: from.format(DATE), last: to.format(DATE) });
          }}
        />
      )}
    </>
  );
}
