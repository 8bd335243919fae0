import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { ChangeList } from './ChangeList.tsx';
import { difference } from './difference.ts';
import { JsonDifference } from './JsonDifference.tsx';
import { MiniBoard } from './MiniBoard.tsx';
import { miniatures } from './miniature.ts';

interface Props {
  before: DashboardDocument;
  after: DashboardDocument;
}

/** Compares two states of a board: as a picture with a list of changes, or as JSON. */
export function Comparison({ before, after }: Props) {
  const t = useT();
  const [view, setView] = useState<'layout' | 'json'>('layout');
  const [open, setOpen] = useState<string | null>(null);
  const changes = useMemo(() => difference(before, after), [before, after]);
  const pictures = useMemo(() => miniatures(before, after, changes), [before, after, changes]);
  return (
    <div className="wd-comparison">
      <Segmented
        aria-label={t('versions.view')}
        value={view}
        onChange={setView}
        options={[
          { value: 'layout', label: t('versions.layout') },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {view === 'json' ? (
        <JsonDifference before={before} after={after} difference={changes} />
      ) : (
        <>
          {pictures.map((picture) => (
            <MiniBoard key={picture.tab?.id ?? ''} picture={picture} open={open} onOpen={setOpen} />
          ))}
          <ChangeList difference={changes} open={open} onOpen={setOpen} />
        </>
      )}
    </div>
  );
}
