import { useState } from 'react';
import { readLocal, writeLocal } from '../../kit/browser/storage.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { NavLinks } from './NavLinks.tsx';
import { TenantSwitch } from './TenantSwitch.tsx';

const RAIL_KEY = 'EMS-rail';
const ON = '1';

/** Shows brand and navigation. Users can narrow it to a column of icons. */
export function Sidebar() {
  const t = useT();
  const [rail, setRail] = useState(() => readLocal(RAIL_KEY) === ON);
  const toggle = () => {
    writeLocal(RAIL_KEY, rail ? '' : ON);
    setRail(!rail);
  };
  return (
    <aside className="wd-sidebar" data-rail={rail} aria-label={t('app.name')}>
      <TenantSwitch rail={rail} />
      <div className="wd-sidebar-scroll">
        <NavLinks rail={rail} />
      </div>
      <div className="wd-sidebar-foot">
        <button
          type="button"
          className="wd-nav-link wd-sidebar-toggle"
          aria-label={t(rail ? 'shell.expand' : 'shell.collapse')}
          aria-pressed={rail}
          onClick={toggle}
        >
          <Icon name="sidebar" />
          {!rail && <span>{t('shell.collapse')}</span>}
        </button>
      </div>
    </aside>
  );
}
