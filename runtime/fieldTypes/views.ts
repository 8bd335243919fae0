/** Controls and displays of field types. The type's `view.tsx` exports them as `view`. */
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { Field } from '../../generated/definition.ts';

export interface FieldView {
  /** The input control. The type's `control` is then the name of its folder. */
  Control?: ComponentType<WidgetProps>;
  /** Renders a value that is more than a text. */
  Shown?: ComponentType<ShownProps>;
}

export interface ShownProps {
  field: Field;
  value: unknown;
}

const modules = import.meta.glob<FieldView>('./*/view.tsx', { eager: true, import: 'view' });
const views = new Map(Object.entries(modules).map(([path, view]) => [path.split('/')[1]!, view]));

export const fieldControls: Readonly<Record<string, ComponentType<WidgetProps>>> = Object.fromEntries(
  [...views].flatMap(([name, { Control }]) => (Control ? [[name, Control] as const] : [])),
);

/** Returns the folder of a format: its name in camel case. */
const folderOf = (format: string): string =>
  format.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the component for the field's values. Undefined for plain texts. */
export const findShown = ({ format }: Field): ComponentType<ShownProps> | undefined =>
  format === undefined ? undefined : views.get(folderOf(format))?.Shown;
