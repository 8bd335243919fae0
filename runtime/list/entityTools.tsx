/** What can be done with the records of an entity that no definition says: pages bring it, lists and forms offer it. */
import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import type { Text } from '../../generated/definition.ts';
import type { Values } from '../core/rule.ts';
import { useText } from '../i18n/index.ts';
import { useSession } from '../shell/session.ts';
import { Icon } from '../theme/Icon.tsx';
import './entityTools.css';

export interface ToolDialogProps {
  /** A saved record, or what a form has so far. */
  values: Values;
  onClose(): void;
}

export interface EntityTool {
  key: string;
  title: Text;
  icon: string;
  permission: string;
  /** Also while a record is being written; else with saved ones only. */
  inForm: boolean;
  /** Without it: for every record. */
  suits?(values: Values): boolean;
  Dialog: ComponentType<ToolDialogProps>;
}

export interface EntityExtras {
  tools: readonly EntityTool[];
  /** Above the list, where there is something to know. */
  Hint?: ComponentType;
}

const NO_TOOLS: readonly EntityTool[] = [];
let extras: Readonly<Record<string, EntityExtras>> = {};

/** main.tsx knows the hand-made parts; the runtime must not import them. */
export function setEntityExtras(found: Readonly<Record<string, EntityExtras>>): void {
  extras = found;
}

export const entityHint = (entity: string): ComponentType | undefined => extras[entity]?.Hint;

/** The tools that this user has for a record. */
export function useEntityTools(entity: string, values: Values): readonly EntityTool[] {
  const can = useSession((session) => session.can);
  const tools = extras[entity]?.tools ?? NO_TOOLS;
  return tools.filter(({ permission, suits }) => can(permission) && (suits?.(values) ?? true));
}

/** Buttons at the foot of a form, about what it has so far. */
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
