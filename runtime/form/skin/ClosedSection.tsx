import { type ReactNode, useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import './layouts.css';

interface Props {
  title: string;
  /** Number of fields with a value. A section with values starts open. */
  count: number;
  children: ReactNode;
}

/** A section that is closed at first, for rarely used fields. */
export function ClosedSection({ title, count, children }: Props) {
  const t = useT();
  const [open] = useState(count > 0);
  return (
    <details className="wd-form-section wd-form-closed" open={open}>
      <summary>
        <Icon name="chevron" size={16} />
        <h2>{title}</h2>
        {count > 0 && <span>{t('form.sectionSet', { count })}</span>}
      </summary>
      {children}
    </details>
  );
}
