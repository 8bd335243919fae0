import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import './listStates.css';

const SIGN_SIZE = 32;

function State({
  icon,
  title,
  text,
  children,
  alert,
}: {
  icon: string;
  title: string;
  text: string;
  children?: ReactNode;
  alert?: boolean;
}) {
  return (
    <div className="wd-list-state wd-card" role={alert ? 'alert' : 'status'}>
      <Icon name={icon} size={SIGN_SIZE} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

export function ListFailed({ title, onRetry }: { title: string; onRetry(): void }) {
  const t = useT();
  return (
    <State alert icon="offline" title={t('list.failedTitle', { title })} text={t('list.failedText')}>
      <Button onClick={onRetry}>{t('common.retry')}</Button>
    </State>
  );
}

/** Shown if the user may not read these records. */
export function ListForbidden({ title }: { title: string }) {
  const t = useT();
  return (
    <State alert icon="lock" title={t('list.forbiddenTitle', { title })} text={t('list.forbiddenText')} />
  );
}

interface EmptyProps {
  title: string;
  /** True if the filter excludes all records. */
  narrowed: boolean;
  /** Explains how the list is filled. The default text says that users create records. */
  text?: string;
  action: ReactNode;
  onClear(): void;
}

export function ListEmpty({ title, narrowed, text, action, onClear }: EmptyProps) {
  const t = useT();
  if (!narrowed) {
    return (
      <State
        icon="folder"
        title={t('list.emptyTitle', { title })}
        text={text ?? t('list.emptyText', { title })}
      >
        {action}
      </State>
    );
  }
  return (
    <State icon="search" title={t('list.noneTitle', { title })} text={t('list.noneText')}>
      <Button onClick={onClear}>{t('list.filterClear')}</Button>
    </State>
  );
}
