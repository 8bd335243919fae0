import '../../runtime/core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Data } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { EMPTY_VALUE, formatNumber } from '../../runtime/core/numbers/format.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useDangerAsk } from '../../runtime/kit/overlay/useDangerAsk.ts';
import { Facts } from '../../runtime/kit/parts/Facts.tsx';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../runtime/kit/session/session.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { RecordDialog } from '../../runtime/record/dialog/RecordDialog.tsx';
import { limitText } from './parts/qualityWords.ts';
import './quality.css';
import texts from './texts.json';

type Setting = Data<'qualityThresholdGetSetting'>;
type Limit = Setting['limits'][number];

const KEY = 'qualitySetting';
const filterOf = ({ sn }: Station) => JSON.stringify({ and: [{ field: 'stationSn', op: 'eq', value: sn }] });
const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });

function LimitTable({ limits }: { limits: readonly Limit[] }) {
  const t = useT(texts);
  return (
    <RowsTable
      named
      card
      label={t('quality.limits')}
      rows={limits}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'name',
          title: t('quality.quantity'),
          width: 200,
          cell: ({ name }) => t(`quality.limit.${name}`),
        },
        { id: 'limit', title: t('quality.limit'), width: 128, cell: (one) => limitText(one, one.unit) },
        { id: 'source', title: t('quality.source'), wide: true, cell: ({ source }) => source },
      ]}
    />
  );
}

/** Edits the tenant's own limits. A button restores the limits of the standard. */
function OwnLimits({ station, setting }: { station: Station; setting: Setting }) {
  const t = useT(texts);
  const can = useSession((session) => session.can);
  const { ask, holder } = useDangerAsk();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(
    {
      queryKey: [KEY, station.sn, 'own', setting.saved],
      queryFn: ({ signal }) =>
        call(
          'qualityThresholdPage',
          { query: { filter: filterOf(station), size: 1 } },
          { quiet: true, signal },
        ),
    },
    queryClient,
  );
  const record = data?.records[0] ?? null;
  const reset = () =>
    ask({
      title: t('quality.resetTitle'),
      content: t('quality.resetText'),
      okText: t('quality.reset'),
      run: async () => {
        await call('qualityThresholdReset', { path: { id: station.id } }, { quiet: true });
        await refresh();
      },
    });
  return (
    <div className="wd-quality-tools">
      {data && can(`qualityThreshold:${record ? 'update' : 'create'}`) && (
        <Button type="primary" onClick={() => setIsOpen(true)}>
          {t('quality.enterLimits')}
        </Button>
      )}
      {setting.saved && can('qualityThreshold:delete') && (
        <Button onClick={reset}>{t('quality.reset')}</Button>
      )}
      {isOpen && (
        <RecordDialog
          entity={entityOf('qualityThreshold')}
          record={record}
          preset={{ stationSn: station.sn }}
          onClose={() => setIsOpen(false)}
          onSaved={() => void refresh()}
        />
      )}
      {holder}
    </div>
  );
}

function StationLimits({ station }: { station: Station }) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: [KEY, station.sn],
      queryFn: ({ signal }) =>
        call('qualityThresholdGetSetting', { path: { id: station.id } }, { quiet: true, signal }),
    },
    queryClient,
  );
  return (
    <Panel icon="tool" pending={isPending} failed={isError && !data} onRetry={() => void refetch()}>
      {data && (
        <>
          <OwnLimits station={station} setting={data} />
          <section className="wd-card wd-quality-part" aria-label={t('quality.basis')}>
            <Facts
              facts={[
                { label: t('quality.standard'), value: t(`quality.standard.${data.standard}`) },
                {
                  label: t('quality.nominal'),
                  value:
                    data.nominalVoltage === null ? EMPTY_VALUE : `${formatNumber(data.nominalVoltage)} V`,
                },
                { label: t('quality.own'), value: t(data.saved ? 'quality.ownYes' : 'quality.ownNo') },
              ]}
            />
          </section>
          <LimitTable limits={data.limits} />
          <p className="wd-quiet">{t('quality.limitsText')}</p>
        </>
      )}
    </Panel>
  );
}

/** Shows a station's effective limits with their source, and edits the tenant's limits. */
export default function QualityThresholds() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-quality" aria-label={t('quality.limits')}>
      {station && <StationLimits key={station.sn} station={station} />}
    </section>
  );
}
