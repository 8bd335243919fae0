import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { Data } from '../../../generated/calls.ts';
import { formatZoned } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useDangerAsk } from '../../../runtime/kit/overlay/useDangerAsk.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import texts from '../texts.json';
import { Section } from './Section.tsx';

const KEY = ['me', 'boardLinks'];

type Link = Data<'ownBoardLinks'>[number];

/** Lists the user's links to boards. Hidden without any. */
export function BoardLinks() {
  const t = useT(texts);
  const { ask, holder } = useDangerAsk();
  const { data } = useQuery(
    { queryKey: KEY, queryFn: ({ signal }) => call('ownBoardLinks', {}, { quiet: true, signal }) },
    queryClient,
  );
  if (!data?.length) return null;
  const nameOf = ({ stationName, stationSn, boardName }: Link) =>
    [stationName ?? stationSn, boardName ?? t('me.linkStation')].join(' · ');
  const revoke = (link: Link) =>
    ask({
      title: t('me.linkRevokeTitle', { name: nameOf(link) }),
      content: t('me.linkRevokeText'),
      okText: t('me.keyRevoke'),
      run: async () => {
        await call('ownBoardLinkRevoke', { path: { id: link.id } }, { quiet: true });
        await queryClient.invalidateQueries({ queryKey: KEY });
      },
    });
  return (
    <Section title={t('me.links')} text={t('me.linksText')}>
      <ul className="wd-signin-list">
        {data.map((link) => (
          <li key={link.id}>
            <div>
              <p>{nameOf(link)}</p>
              <p className="wd-signin-note">
                {t('me.keyUntil', { date: formatZoned(link.expiresAt, 'minute') })} ·{' '}
                {t('me.linkOpens', { count: link.opens })}
              </p>
            </div>
            <Button size="small" danger onClick={() => revoke(link)}>
              {t('me.keyRevoke')}
            </Button>
          </li>
        ))}
      </ul>
      {holder}
    </Section>
  );
}
