import { Button, Dropdown } from 'antd';
import type { FlowNode } from '../../../generated/definition.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { NODE_ICONS } from './FlowCard.tsx';

const KINDS = ['approve', 'branch', 'parallel', 'copy'] as const satisfies readonly FlowNode['do'][];

interface Props {
  /** Names the following node, because the buttons look alike. */
  label: string;
  onAdd(kind: FlowNode['do']): void;
}

/** Inserts a node at this position. */
export function AddButton({ label, onAdd }: Props) {
  const t = useT(texts);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: KINDS.map((kind) => ({
          key: kind,
          label: t(`flow.kind.${kind}`),
          icon: <Icon name={NODE_ICONS[kind]} />,
          onClick: () => onAdd(kind),
        })),
      }}
    >
      <Button
        size="small"
        shape="circle"
        className="wd-flow-add"
        icon={<Icon name="plus" />}
        aria-label={label}
      />
    </Dropdown>
  );
}
