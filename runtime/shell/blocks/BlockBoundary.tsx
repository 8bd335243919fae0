import { Component, type ReactNode } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import texts from './texts.json';

interface Props {
  title: string;
  children: ReactNode;
}

/** Catches errors of a block, so that other blocks remain visible. */
export class BlockBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  retry = () => this.setState({ failed: false });

  override render() {
    if (!this.state.failed) return this.props.children;
    return <BlockFailed title={this.props.title} onRetry={this.retry} />;
  }
}

function BlockFailed({ title, onRetry }: { title: string; onRetry(): void }) {
  const t = useT(texts);
  return <LoadFailed title={t('blocks.failed', { title })} onRetry={onRetry} />;
}
