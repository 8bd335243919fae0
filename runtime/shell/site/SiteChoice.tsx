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
  /** Opens the list at once, because the user pressed the button. Otherwise the select only takes the focus. */
  isOpened: boolean;
}

/** The searchable list is as large as ten widgets. It loads when the user comes to it. */
const SiteSelect = later<Props & Start>(loadSelect, ({ all, isOpened }) => (
  <SiteButton all={all} isOpened={isOpened} />
));

interface ButtonProps extends Props {
  isOpened?: boolean;
  onStart?(start: Start): void;
}

/** Shows the chosen station like the select that replaces it. */
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
        // A pointer that presses it opens the list. A keyboard that reaches it finds the select itself.
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

/** Chooses the station for the pages of the map branch. With `all`, a list may show the records of every station. */
export function SiteChoice({ all }: Props) {
  const [start, setStart] = useState<Start | null>(null);
  useEffect(() => loadAtRest(loadSelect), []);
  return start ? <SiteSelect all={all} {...start} /> : <SiteButton all={all} onStart={setStart} />;
}
