import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Data } from '../../generated/calls.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { FileWay } from '../../runtime/kit/files/fileWay.ts';
import { useAntdLocale, useLang, useT } from '../../runtime/kit/i18n/index.ts';
import { Logo } from '../../runtime/kit/parts/Logo.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { StatusPage } from '../../runtime/kit/states/StatusPage.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { ThemeProvider } from '../../runtime/kit/theme/ThemeProvider.tsx';
import { LanguageButton, ThemeButton } from '../../runtime/shell/frame/HeaderButtons.tsx';
import { LinkAnswer } from './parts/LinkAnswer.tsx';
import { recordProblemOf } from './parts/linkProblem.ts';
import { Paper } from './parts/Paper.tsx';
import { PaperFiles } from './parts/PaperFiles.tsx';
import texts from './texts.json';
import './shared.css';

type Shared = Data<'recordByLink'>;

/** Prefix of stored files. Public links serve these files below their own address. */
const STORED = /^\/admin\/sys-file/;

/** Loads the content of the link in the reader's language. */
function useShared(token: string) {
  const lang = useLang();
  const [answered, setAnswered] = useState<Shared | null>(null);
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['recordByLink', token, lang],
      queryFn: ({ signal }) =>
        call('recordByLink', { path: { token } }, { quiet: true, guest: true, signal }),
      // The server counts each request as an opening, so the answer is never reloaded.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  );
  return { shared: answered ?? data, error, refetch, setAnswered };
}

function LinkView({ token }: { token: string }) {
  const t = useT(texts);
  const { shared, error, refetch, setAnswered } = useShared(token);
  const way = useCallback(
    (address: string) => address.replace(STORED, `/public/record/${token}/file`),
    [token],
  );
  const problem = error && !shared ? recordProblemOf(error) : null;
  const mayPass = problem === 'busy' || problem === 'failed';
  return (
    <div className="wd-shared">
      <header className="wd-shared-head">
        <Logo />
        <div className="wd-shared-what" />
        {shared && (
          <div className="wd-shared-tools">
            {shared.document && <PaperFiles token={token} document={shared.document} />}
            <Button type="text" icon={<Icon name="print" />} onClick={() => print()}>
              {t('shared.print')}
            </Button>
          </div>
        )}
        <LanguageButton />
        <ThemeButton />
      </header>
      {problem && (
        <main>
          <StatusPage
            icon={mayPass ? 'error' : 'link'}
            title={t(problem === 'failed' ? 'shared.recordFailed' : `shared.${problem}`)}
            text={t(`shared.${problem}Text`)}
            alert
            bare
            actions={
              mayPass ? [{ label: t('common.retry'), primary: true, onClick: () => void refetch() }] : []
            }
          />
        </main>
      )}
      {!problem && !shared && <Skeleton className="wd-paper" active paragraph={{ rows: 12 }} />}
      {!problem && shared && (
        <main>
          <FileWay value={way}>
            <Paper shared={shared} />
          </FileWay>
          <LinkAnswer token={token} shared={shared} onAnswered={setAnswered} />
        </main>
      )}
    </div>
  );
}

/** R003: shows a record to guests with its link. Guests can answer once, without sign-in. */
export default function RecordByLink() {
  const [params] = useSearchParams();
  const token = params.get('t') ?? '';
  const locale = useAntdLocale();
  return (
    <ThemeProvider {...(locale && { locale })}>
      <LinkView key={token} token={token} />
    </ThemeProvider>
  );
}
