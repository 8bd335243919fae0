import { Button } from 'antd';
import { useState } from 'react';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import '../../form/rights/access.css';
import { AccessDialog } from './AccessDialog.tsx';
import { type AccessQuestion, type AccessRecord, useAccessItems } from './useAccessItems.ts';

/** The same below the details of a record. */
export function AccessBar({ entity, record }: { entity: string; record: AccessRecord }) {
  const items = useAccessItems(entity, record);
  const [asked, setAsked] = useState<AccessQuestion | null>(null);
  useLiveCommands(
    items.map(({ key, label, icon }) => ({
      id: `access.${key}`,
      group: 'here',
      icon,
      title: { zh: label, en: label },
      run: () => setAsked(key),
    })),
  );
  if (items.length === 0) return null;
  return (
    <p className="wd-access-bar">
      {items.map(({ key, label, icon }) => (
        <Button key={key} type="text" size="small" icon={<Icon name={icon} />} onClick={() => setAsked(key)}>
          {label}
        </Button>
      ))}
      {asked && (
        <AccessDialog question={asked} entity={entity} record={record} onClose={() => setAsked(null)} />
      )}
    </p>
  );
}
