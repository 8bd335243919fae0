import { useMemo, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { PageDefinition, Text } from '../../../generated/definition.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import './hub.css';
import { hubGroups } from './hub.ts';
import type { PageProps } from './pageTypes.ts';

/** Shows the pages below this one's address as cards. */
export default function HubPage({ page }: PageProps) {
  const t = useT();
  const text = useText();
  const session = useSession();
  const pages = useSyncExternalStore(pageRegistry.subscribe, pageRegistry.all, pageRegistry.all);
  const groups = useMemo(() => hubGroups(pages, page.route, session), [pages, page.route, session]);
  const heading = (title: Text | null) => (title ? text(title) : t('hub.other'));
  return (
    <div className="wd-hub">
      {groups.length === 0 && <p className="wd-hub-empty">{t('hub.empty')}</p>}
      {groups.map(({ title, pages: members }) => (
        <section key={heading(title)} aria-label={heading(title)}>
          <h2>{heading(title)}</h2>
          <ul>
            {members.map((member) => (
              <Card key={member.name} page={member} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Card({ page }: { page: PageDefinition }) {
  const text = useText();
  return (
    <li>
      <Link className="wd-hub-card" to={page.route}>
        <Icon name={page.hub?.icon ?? page.menu?.icon ?? 'folder'} size={24} />
        <span>{text(page.title)}</span>
      </Link>
    </li>
  );
}
