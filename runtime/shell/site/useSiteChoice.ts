import { useT } from '../../kit/i18n/index.ts';
import { useSite } from '../../kit/session/site.ts';

export const ALL = '*';

/** Returns the chosen station, and the text without one. `all`: the choice of all stations is possible. */
export function useSiteChoice(all: boolean) {
  const t = useT();
  const site = useSite();
  const { status, stations } = site;
  const chosen = all && site.all ? ALL : site.stationSn;
  const empty = t(status === 'failed' ? 'shell.siteFailed' : 'shell.siteNone');
  return {
    site,
    chosen,
    current: stations.find(({ sn }) => sn === chosen),
    empty,
    placeholder: status === 'ready' || status === 'failed' ? empty : t('common.loading'),
  };
}
