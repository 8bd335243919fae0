import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { BoardSkeleton } from '../../runtime/board/preset/BoardSkeleton.tsx';
import { GuestContext } from '../../runtime/board/widget/guest.ts';
import { formatZoned } from '../../runtime/core/numbers/format.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { useAntdLocale, useT } from '../../runtime/kit/i18n/index.ts';
import { Logo } from '../../runtime/kit/parts/Logo.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { StatusPage } from '../../runtime/kit/states/StatusPage.tsx';
import { ThemeProvider } from '../../runtime/kit/theme/ThemeProvider.tsx';
import { LanguageButton, ThemeButton } from '../../runtime/shell/frame/HeaderButtons.tsx';
import { BoardByLink } from './parts/BoardByLink.tsx';
import { type LinkProblem, linkEndOf, linkProblemOf } from './parts/linkProblem.ts';
import texts from './texts.json';
import './shared.css';

function Problem({ problem, onRetry }: { problem: LinkProblem; onRetry(): void }) {
  const t = useT(texts);
  const mayPass = problem === 'busy' || problem === 'failed';
  return (
    <main>
      <StatusPage
        icon={mayPass ? 'error' : 'link'}
        title={t(`shared.${problem}`)}
        text={t(`shared.${problem}Text`)}
        alert
        bare
        actions={mayPass ? [{ label: t('common.retry'), primary: true, onClick: onRetry }] : []}
      />
    </main>
  );
}

function LinkView({ token }: { token: string }) {
  const t = useT(texts);
  const [ended, setEnded] = useState<LinkProblem | null>(null);
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['sharedBoard', token],
      queryFn: ({ signal }) => call('sharedBoard', { path: { token } }, { quiet: true, guest: true, signal }),
      // The server counts each request as an opening, so the answer is never reloaded.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  const expiresAt = data?.expiresAt;
  const onGone = useCallback(() => {
    if (expiresAt !== undefined) setEnded(linkEndOf(expiresAt, Date.now()));
  }, [expiresAt]);
  const problem = ended ?? (error && !data ? linkProblemOf(error) : null);
  return (
    <div className="wd-shared">
      <header className="wd-shared-head">
        <Logo />
        <div className="wd-shared-what">
          {data && !problem && (
            <>
              <h1 className="wd-ellipsis">{data.name ?? data.station.name}</h1>
              <p className="wd-ellipsis">
                {data.name !== null && `${data.station.name} · `}
                {t('shared.until', { time: formatZoned(data.expiresAt, 'minute', data.station.timeZone) })}
              </p>
            </>
          )}
        </div>
        <LanguageButton />
        <ThemeButton />
      </header>
      {problem && <Problem problem={problem} onRetry={() => void refetch()} />}
      {!problem && !data && <BoardSkeleton />}
      {!problem && data && <BoardByLink token={token} shared={data} onGone={onGone} />}
    </div>
  );
}

/** Shows a read-only board to every user with its link, without sign-in. */
export default function SharedBoard() {
  const { token = '' } = useParams();
  const locale = useAntdLocale();
  return (
    <ThemeProvider {...(locale && { locale })}>
      <GuestContext value={true}>
        <LinkView key={token} token={token} />
      </GuestContext>
    </ThemeProvider>
  );
}
