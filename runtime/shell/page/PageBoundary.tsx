import { Component, type ReactNode, useEffect } from 'react';
import { whenOnline } from '../../kit/browser/whenOnline.ts';
import { useT } from '../../kit/i18n/index.ts';
import { StatusPage } from '../../kit/states/StatusPage.tsx';
import { ChunkError } from './pageComponents.ts';

/** Catches errors of a page, so that the rest of the product remains usable. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  retry = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <PageFailure chunk={error instanceof ChunkError} onRetry={this.retry} />;
  }
}

/** Explains what failed, that the data is safe, and what to do. */
export function PageFailure({ chunk, onRetry }: { chunk: boolean; onRetry(): void }) {
  const t = useT();
  useEffect(() => (chunk ? whenOnline(onRetry) : undefined), [chunk, onRetry]);
  return (
    <StatusPage
      icon={chunk ? 'offline' : 'warning'}
      title={t(chunk ? 'page.chunkFailed' : 'page.crashed')}
      text={t(chunk ? 'page.chunkFailedText' : 'page.crashedText')}
      alert
      actions={[
        { label: t('common.retry'), primary: true, onClick: onRetry },
        { label: t('common.reload'), onClick: () => location.reload() },
      ]}
    />
  );
}
