import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { loadRecents, readRecents } from '../../../runtime/kit/command/recents.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { Card } from './Card.tsx';

/** Lists recently opened records of this user, from all devices. */
export function Recents() {
  const t = useT(texts);
  const text = useText();
  const [records, setRecords] = useState(readRecents);
  useEffect(() => {
    void loadRecents().then(setRecords);
  }, []);
  if (records.length === 0) return null;
  return (
    <Card icon="history" title={t('start.recent')}>
      <ul className="wd-start-lines">
        {records.map(({ id, label, title, path }) => (
          <li key={id}>
            <Link to={path}>{label}</Link>
            <small>{text(title)}</small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
