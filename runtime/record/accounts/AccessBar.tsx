import { Button } from 'antd';
import { useState } from 'react';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import '../../form/rights/access.css';
import { type AccessQuestion, type AccessRecord, useAccessItems } from './useAccessItems.ts';

const AccessDialog = later(async () => ({ default: (await import('./AccessDialog.tsx')).AccessDialog }));

/** Shows the access items below the details of a record. */
export function AccessBar({ entity, record }: { entity: string; record: AccessRecord }) {
  const items = useAccessItems(entity, record);
  const [question, setQuestion] = useState<AccessQuestion | null>(null);
  useLiveCommands(
    items.map(({ key, label, icon }) => ({
      id: `access.${key}`,
      group: 'here',
      icon,
      title: { zh: label, en: label },
      run: () => setQuestion(key),
    })),
  );
  if (items.length === 0) return null;
  return (
    <p className="wd-access-bar">
      {items.map(({ key, label, icon }) => (
        <Button
          key={key}
          type="text"
          size="small"
          icon={<Icon name={icon} />}
          onClick={() => setQuestion(key)}
        >
          {label}
        </Button>
      ))}
      {question && (
        <AccessDialog question={question} entity={entity} record={record} onClose={() => setQuestion(null)} />
      )}
    </p>
  );
}
