import { useEffect, useState } from 'react';
import { loadAtRest } from '../../kit/browser/loadAtRest.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/icons.ts';
import { ALL, useSiteChoice } from './useSiteChoice.ts';

const loadSelect = () => import('./SiteSelect.tsx');

interface Props {
  all: boolean;
}
interface Start {
  /**
   * True if the user has clicked the button, so that the list opens at once. Otherwise the select only gets the focus.
   */
  isOpened: boolean;
}

/** The searchable select is large, so it is loaded on the first use. */
const SiteSelect = later<Props & Start>(loadSelect, ({ all, isOpened }) => (
  <SiteButton all={all} isOpened={isOpened} />
));

interface ButtonProps extends Props {
  isOpened?: boolean;
  onStart?(start: Start): void;
}

/** Shows the chosen station in the style of the select that replaces this button. */
function SiteButton({ all, isOpened = false, onStart }: ButtonProps) {
  const t = useT();
  const { site, chosen, current, placeholder } = useSiteChoice(all);
  const name = current?.name ?? (chosen === ALL ? t('shell.siteAll') : undefined);
  return (
    <div className="wd-site">
      <button
        type="button"
        role="combobox"
        className="wd-site-select"
        aria-label={t('shell.site')}
        aria-haspopup="listbox"
        aria-expanded={isOpened}
        aria-busy={isOpened}
        data-failed={site.status === 'failed' || undefined}
        title={name}
        // Keyboard focus loads the select. A click also opens its list.
        onFocus={({ target }) => target.matches(':focus-visible') && onStart?.({ isOpened: false })}
        onClick={() => onStart?.({ isOpened: true })}
      >
        <Icon name="station" size={16} />
        <span className={`wd-site-name wd-ellipsis ${name === undefined ? 'wd-quiet' : ''}`}>
          {name ?? placeholder}
        </span>
        <Icon name="chevron" size={12} className="wd-down" />
      </button>
      {current?.simulated && <span className="wd-tag">{t('shell.simulated')}</span>}
    </div>
  );
}

/** Lets the user choose the station for EMS pages. `all`: the list may show records of every station. */
export function SiteChoice({ all }: Props) {
  const [start, setStart] = useState<Start | null>(null);
  useEffect(() => loadAtRest(loadSelect), []);
  return start ? <SiteSelect all={all} {...start} /> : <SiteButton all={all} onStart={setStart} />;
}
