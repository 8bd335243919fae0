import { Select } from 'antd';
import { useEffect } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import type { Station } from '../../kit/session/site.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { ALL, useSiteChoice } from './useSiteChoice.ts';

function stationMatches({ name, sn }: Pick<Station, 'name' | 'sn'>, words: string): boolean {
  const search = words.trim().toLowerCase();
  return name.toLowerCase().includes(search) || sn.toLowerCase().includes(search);
}

function StationOption({ station }: { station: Station }) {
  const t = useT();
  return (
    <span className="wd-site-option">
      <span className="wd-ellipsis">{station.name}</span>
      {station.simulated && <span className="wd-tag">{t('shell.simulated')}</span>}
      <span className="wd-site-sn">{station.sn}</span>
    </span>
  );
}

interface Props {
  all: boolean;
  isOpened: boolean;
}

/** The select that `SiteChoice` loads. It gets the focus of the replaced button. */
export default function SiteSelect({ all, isOpened }: Props) {
  const t = useT();
  const { site, chosen, current, empty, placeholder } = useSiteChoice(all);
  const { status, stations, select, selectAll, load } = site;
  useEffect(() => {
    if (isOpened) void load();
  }, [isOpened, load]);
  return (
    <div className="wd-site">
      <Select
        aria-label={t('shell.site')}
        variant="filled"
        prefix={<Icon name="station" size={16} />}
        className="wd-site-select"
        popupMatchSelectWidth={320}
        loading={status === 'loading'}
        status={status === 'failed' ? 'error' : ''}
        placeholder={placeholder}
        defaultOpen={isOpened}
        autoFocus
        value={chosen ?? undefined}
        onChange={(sn) => (sn === ALL ? selectAll() : select(sn))}
        onOpenChange={(open) => open && void load()}
        showSearch={{
          filterOption: (words, option) => option?.station != null && stationMatches(option.station, words),
        }}
        notFoundContent={
          <span className="wd-quiet">{status === 'loading' ? t('common.loading') : empty}</span>
        }
        options={[
          ...(all && stations.length > 1 ? [{ value: ALL, label: t('shell.siteAll'), station: null }] : []),
          ...stations.map((station) => ({ value: station.sn, label: station.name, station })),
        ]}
        optionRender={({ data }) =>
          data.station ? <StationOption station={data.station} /> : t('shell.siteAll')
        }
      />
      {current?.simulated && <span className="wd-tag">{t('shell.simulated')}</span>}
    </div>
  );
}
