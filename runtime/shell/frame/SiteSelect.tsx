import { Select } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { type Station, useSite } from '../../kit/session/site.ts';
import { Icon } from '../../kit/theme/icons.ts';

export function stationMatches({ name, sn }: Pick<Station, 'name' | 'sn'>, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return name.toLowerCase().includes(wanted) || sn.toLowerCase().includes(wanted);
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

/** Chooses the site that the pages of the map branch are about. */
export function SiteSelect() {
  const t = useT();
  const { status, stations, stationSn, select, load } = useSite();
  const current = stations.find(({ sn }) => sn === stationSn);
  const empty = t(status === 'failed' ? 'shell.siteFailed' : 'shell.siteNone');
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
        placeholder={status === 'ready' || status === 'failed' ? empty : t('common.loading')}
        value={stationSn ?? undefined}
        onChange={select}
        onOpenChange={(open) => open && void load()}
        showSearch={{
          filterOption: (words, option) => option !== undefined && stationMatches(option.station, words),
        }}
        notFoundContent={<span className="wd-quiet">{empty}</span>}
        options={stations.map((station) => ({ value: station.sn, label: station.name, station }))}
        optionRender={({ data }) => <StationOption station={data.station} />}
      />
      {current?.simulated && <span className="wd-tag">{t('shell.simulated')}</span>}
    </div>
  );
}
