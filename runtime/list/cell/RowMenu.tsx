import { Dropdown } from 'antd';
import { memo, useRef, useState } from 'react';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { AccessQuestion } from '../../record/accounts/useAccessItems.ts';
import type { EntityTool } from '../../record/dialog/entityExtras.ts';
import { Giving, type Way } from '../../record/giving/Giving.tsx';
import { type RowProps, type RowQuestions, useRowItems } from './useRowItems.tsx';

const AccessDialog = later(async () => ({
  default: (await import('../../record/accounts/AccessDialog.tsx')).AccessDialog,
}));

/** The open dialog of a row. */
interface OpenDialog {
  id: number;
  menu?: true;
  access?: AccessQuestion;
  tool?: EntityTool;
  way?: Way;
}
const NOTHING: Omit<OpenDialog, 'id'> = {};

/** Shows the commands of a row. The menu is created on opening, because a list has hundreds of rows. */
export const RowMenu = memo(function RowMenu({ entity, record, ...actions }: RowProps) {
  const t = useT();
  const [question, setQuestion] = useState<OpenDialog | null>(null);
  // React may reuse the row for another record. The previous record's dialog is then closed.
  const { menu, access, tool, way } = question?.id === record.id ? question : NOTHING;
  const open = (what: Omit<OpenDialog, 'id'>) => setQuestion({ ...what, id: record.id });
  const end = () => setQuestion(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setQuestion((now) => (now?.menu ? null : now));
    button.current?.focus();
  };
  return (
    <span className="wd-row-menu">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={menu === true}
        aria-label={t('list.actions', { title: labelOfRecord(entity, record) })}
        onClick={() => open({ menu: true })}
      >
        <Icon name="more" />
      </button>
      {menu && (
        <OpenMenu
          entity={entity}
          record={record}
          {...actions}
          onAccess={(access) => open({ access })}
          onTool={(tool) => open({ tool })}
          onGive={(chosenWay) => open({ way: chosenWay })}
          onClose={close}
        />
      )}
      {tool && <tool.Dialog values={record} onClose={end} />}
      {way && <Giving {...{ entity, record, way }} onClose={end} />}
      {access && <AccessDialog question={access} entity={entity.name} record={record} onClose={end} />}
    </span>
  );
});

/** Renders the menu in its open state. */
function OpenMenu({ onClose, ...row }: RowQuestions & { onClose(): void }) {
  const items = useRowItems(row);
  return (
    <Dropdown
      open
      autoFocus
      menu={{ items, onClick: onClose }}
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(shown) => !shown && onClose()}
    >
      <span className="wd-row-menu-anchor" />
    </Dropdown>
  );
}
