import { Button } from 'antd';
import { useState } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import { useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { type EntityTool, useEntityTools } from './entityExtras.ts';
import './formTools.css';

/** Shows the buttons below a form that use its current values. */
export function FormTools({ entity, values }: { entity: string; values: Values }) {
  const text = useText();
  const tools = useEntityTools(entity, values).filter(({ inForm }) => inForm);
  const [open, setOpen] = useState<EntityTool | null>(null);
  if (tools.length === 0) return null;
  return (
    <span className="wd-form-tools">
      {tools.map((tool) => (
        <Button key={tool.key} icon={<Icon name={tool.icon} />} onClick={() => setOpen(tool)}>
          {text(tool.title)}
        </Button>
      ))}
      {open && <open.Dialog values={values} onClose={() => setOpen(null)} />}
    </span>
  );
}
