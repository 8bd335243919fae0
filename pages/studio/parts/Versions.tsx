import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { SEEDED_ROLES } from '../../../runtime/core/access/seededRoles.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import type { Definition, Document } from './document.ts';
import { Difference } from './source/Difference.tsx';

interface Props {
  definition: Definition;
  busy: boolean;
  onUndo(id: number): void;
}

/** Lists the applied versions, the changes of each, and buttons to undo them. */
export function Versions({ definition, busy, onUndo }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const [modal, holder] = Modal.useModal();
  const [open, setOpen] = useState<Data<'studioChange'> | null>(null);
  const { history, mayApply } = definition;
  const newest = history.find(({ undoneAt }) => undoneAt === null)?.id;

  async function show(id: number): Promise<void> {
    setOpen(open?.id === id ? null : await call('studioChange', { path: { id } }));
  }
  const undo = ({ id, roles }: Definition['history'][number]) =>
    modal.confirm({
      title: t('studio.undoTitle'),
      content: (
        <>
          <p>{t('studio.undoText')}</p>
          {roles.length > 0 && (
            <p>
              {t('studio.undoRights', {
                roles: roles.map((role) => text(SEEDED_ROLES[role])).join(languageOf(lang).comma),
              })}
            </p>
          )}
        </>
      ),
      okText: t('studio.undo'),
      cancelText: t('common.cancel'),
      onOk: () => onUndo(id),
    });

  if (history.length === 0) return <p className="wd-studio-note">{t('studio.noHistory')}</p>;
  return (
    <ul className="wd-studio-versions">
      {holder}
      {history.map((entry) => (
        <li key={entry.id} data-undone={entry.undoneAt !== null || undefined}>
          <div>
            <span>{t('studio.appliedBy', { name: entry.appliedByName })}</span>
            <TimeAgo at={entry.appliedAt} />
            {entry.undoneAt && <span>{t('studio.undoneBy', { name: entry.undoneByName ?? '' })}</span>}
            <Button
              type="text"
              size="small"
              aria-expanded={open?.id === entry.id}
              onClick={() => void show(entry.id)}
            >
              {t('studio.difference')}
            </Button>
            {entry.id === newest && mayApply && (
              <Button size="small" icon={<Icon name="undo" />} loading={busy} onClick={() => undo(entry)}>
                {t('studio.undo')}
              </Button>
            )}
          </div>
          {open?.id === entry.id && (
            <Difference before={open.previous as Document | null} after={open.document as Document} />
          )}
        </li>
      ))}
    </ul>
  );
}
