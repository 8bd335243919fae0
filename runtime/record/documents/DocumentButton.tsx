import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { DocumentDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { useShort } from '../../kit/parts/shortButtons.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import type { DocumentDialogProps } from './DocumentDialog.tsx';
import { documentsOf } from './documentsOf.ts';
import texts from './texts.json';

interface Props {
  entity: Entity;
  record: ListRecord;
}

const DocumentDialog = later<DocumentDialogProps>(() => import('./DocumentDialog.tsx'));

/** Opens a document of a record. If several exist, the user chooses one. */
export function DocumentButton({ entity, record }: Props) {
  const t = useT(texts);
  const text = useText();
  const isShort = useShort();
  const [shown, setShown] = useState<DocumentDefinition | null>(null);
  const documents = documentsOf(entity, record);
  const [only, ...others] = documents;
  if (!only) return null;
  const label = others.length > 0 ? t('document.open') : text(only.title);
  const button = (
    <Button
      icon={<Icon name="print" />}
      aria-label={label}
      title={isShort ? label : undefined}
      onClick={others.length > 0 ? undefined : () => setShown(only)}
    >
      {!isShort && label}
    </Button>
  );
  const items = documents.map((one) => ({
    key: one.name,
    label: text(one.title),
    onClick: () => setShown(one),
  }));
  return (
    <>
      {others.length > 0 ? (
        <Dropdown menu={{ items }} trigger={['click']}>
          {button}
        </Dropdown>
      ) : (
        button
      )}
      {shown && (
        <DocumentDialog entity={entity} record={record} document={shown} onClose={() => setShown(null)} />
      )}
    </>
  );
}
