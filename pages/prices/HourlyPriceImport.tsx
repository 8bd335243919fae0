import { Alert, Button, Select, Upload } from 'antd';
import { useId, useState } from 'react';
import type { Data } from '../../generated/calls.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { failureWords } from '../../runtime/kit/api/failure.ts';
import { notify } from '../../runtime/kit/api/notices.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { useSite } from '../../runtime/kit/session/site.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import './prices.css';
import texts from './texts.json';

type Found = Data<'dayPriceImport'>;
/** Settings of the file entered by the user. Others are detected. */
interface PriceOptions {
  chargeType: string;
  zone?: string;
  per?: string;
}

const SIGN_SIZE = 28;
const zonesWith = (zone: string): string[] => [
  ...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

function sendFile(file: File, stationSn: string, options: PriceOptions, dryRun: boolean): Promise<Found> {
  const body = new FormData();
  for (const [key, value] of Object.entries({ stationSn, dryRun: String(dryRun), ...options }))
    body.append(key, value);
  body.append('file', file, file.name);
  return call('dayPriceImport', { body }, { quiet: true });
}

interface ChoiceProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange(value: string): void;
}

function Choice({ label, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <div className="wd-prices-field">
      <label htmlFor={id}>{label}</label>
      <Select id={id} popupMatchSelectWidth={false} showSearch {...select} />
    </div>
  );
}

function useOptions(name: 'hourlyChargeType' | 'priceQuantity'): ChoiceProps['options'] {
  const text = useText();
  return dictionaries[name].entries.map(({ value, title }) => ({ value: String(value), label: text(title) }));
}

interface UnderstoodProps {
  name: string;
  found: Found;
  said: PriceOptions;
  busy: boolean;
  onSay(more: Partial<PriceOptions>): void;
  onImport(): void;
}

/** Shows how a file was parsed, with its settings, before saving. */
function Understood({ name, found, said, busy, onSay, onImport }: UnderstoodProps) {
  const t = useT(texts);
  const [types, quantities] = [useOptions('hourlyChargeType'), useOptions('priceQuantity')];
  return (
    <section className="wd-prices-part wd-card" aria-label={t('prices.understood')}>
      <h2>{name}</h2>
      <p>
        {t('prices.days', {
          ...{ count: found.days, first: found.first, last: found.last },
          ...{ prices: found.prices, column: found.column },
        })}
      </p>
      {found.incomplete.length > 0 && (
        <p className="wd-prices-hint">{t('prices.incomplete', { days: found.incomplete.join(', ') })}</p>
      )}
      <div className="wd-prices-line">
        <Choice
          label={t('prices.type')}
          value={said.chargeType}
          options={types}
          onChange={(chargeType) => onSay({ chargeType })}
        />
        <Choice
          label={t('prices.zone')}
          value={found.zone}
          options={zonesWith(found.zone).map((value) => ({ value, label: value }))}
          onChange={(zone) => onSay({ zone })}
        />
        <Choice
          label={t('prices.per')}
          value={found.per}
          options={quantities}
          onChange={(per) => onSay({ per })}
        />
        <Button type="primary" loading={busy} onClick={onImport}>
          {t('prices.go', { count: found.days })}
        </Button>
      </div>
    </section>
  );
}

/** Imports daily prices from a file: choose, check, import. */
export default function HourlyPriceImport() {
  const t = useT(texts);
  const { stationSn } = useSite();
  const [said, setSaid] = useState<PriceOptions>({ chargeType: 'energy' });
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (next: File, more: PriceOptions, dryRun: boolean) => {
    if (stationSn === null) return;
    setSaid(more);
    setBusy(true);
    setProblem(null);
    try {
      const answer = await sendFile(next, stationSn, more, dryRun);
      setFile(dryRun ? next : null);
      setFound(dryRun ? answer : null);
      if (!dryRun) {
        notify({ kind: 'success', text: { text: t('prices.done', { count: answer.days }) } });
        await queryClient.invalidateQueries();
      }
    } catch (error) {
      setProblem(failureWords(error, t, t('prices.noStation')));
      if (dryRun) setFound(null);
    }
    setBusy(false);
  };
  return (
    <div className="wd-prices" aria-busy={busy}>
      <Upload.Dragger
        accept=".csv,.tsv,.txt,.xlsx"
        showUploadList={false}
        disabled={stationSn === null || busy}
        beforeUpload={(next) => {
          setFile(next);
          void send(next, { chargeType: said.chargeType }, true);
          return false;
        }}
      >
        <Icon name="upload" size={SIGN_SIZE} />
        <p>{t(stationSn === null ? 'prices.noStation' : 'prices.choose')}</p>
        <p className="wd-prices-hint">{t('prices.chooseText')}</p>
      </Upload.Dragger>
      {problem && <Alert type="error" showIcon title={problem} />}
      {file && found && (
        <Understood
          {...{ name: file.name, found, said, busy }}
          onSay={(more) => void send(file, { ...said, ...more }, true)}
          onImport={() => void send(file, said, false)}
        />
      )}
    </div>
  );
}
