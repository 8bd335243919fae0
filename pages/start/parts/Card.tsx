import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';

interface Props {
  icon: string;
  title: string;
  /** Number of all entries, including entries that are not displayed. */
  count?: number;
  /** The address of the page that lists all entries. */
  to?: string;
  children?: ReactNode;
}

/** A block of the start page. */
export function Card({ icon, title, count, to, children }: Props) {
  const t = useT(texts);
  const id = useId();
  return (
    <section className="wd-card wd-start-card" aria-labelledby={id}>
      <header className="wd-start-head">
        <Icon name={icon} />
        <h3 id={id}>{title}</h3>
        {count ? <strong className="wd-figures">{count}</strong> : null}
        {to && (
          <Link to={to} aria-label={`${t('start.all')}: ${title}`}>
            {t('start.all')}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

/** Shows an empty state in one line. */
export function Calm({ children }: { children: string }) {
  return (
    <p className="wd-start-calm">
      <Icon name="check" size={16} />
      {children}
    </p>
  );
}

/** Placeholder for lines that are still loading. */
export const Bones = () => <div className="wd-skeleton wd-start-bones" aria-hidden="true" />;
