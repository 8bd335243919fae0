/** Shows the states that every widget shares: loading, empty with a reason, failed with a retry. */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageName } from '../../../generated/pages.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { usePageRoute } from '../widget/guest.ts';

interface EmptyProps {
  text: string;
  hint?: ReactNode;
  /** A button for the next step. */
  action?: { label: string; onClick(): void } | undefined;
  /** The page where users create the missing thing, for users who may open it. */
  page?: PageName | undefined;
}

function PageWay({ page }: { page: PageName }) {
  const t = useT();
  const text = useText();
  const route = usePageRoute(page);
  const title = pageRegistry.get(page)?.title;
  if (!route || !title) return null;
  return (
    <Link className="wd-w-state-way" to={route}>
      {t('widget.openPage', { title: text(title) })}
    </Link>
  );
}

export function WidgetEmpty({ text, hint, action, page }: EmptyProps) {
  return (
    <div className="wd-w-state">
      <p className="wd-w-state-text">{text}</p>
      {hint && <p className="wd-w-state-hint">{hint}</p>}
      {action && (
        <Button size="small" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {page && <PageWay page={page} />}
    </div>
  );
}

export function WidgetFailed({ retry, msg }: { retry(): void; msg?: string }) {
  const t = useT();
  return (
    <div className="wd-w-state" role="alert">
      <p className="wd-w-state-text">
        <Icon name="warning" /> {t('board.widget.failed')}
      </p>
      {msg && <p className="wd-w-state-hint">{msg}</p>}
      <Button size="small" onClick={retry}>
        {t('board.widget.retry')}
      </Button>
    </div>
  );
}

/** Shows grey bars in place of the content. `rows` are their widths in percent. */
export function WidgetSkeleton({ rows = [40, 70] }: { rows?: readonly number[] }) {
  const t = useT();
  return (
    <div className="wd-w-skeleton" role="status" aria-label={t('board.widget.loading')}>
      {rows.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other key than their index
        <i key={index} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
