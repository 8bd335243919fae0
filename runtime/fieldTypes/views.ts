/** The controls and looks of field types: what a type's `view.tsx` exports as `view`. */
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { Field } from '../../generated/definition.ts';

export interface FieldView {
  /** Enters a value; the type's `control` is the name of its folder then. */
  Control?: ComponentType<WidgetProps>;
  /** Shows a value that is more than a text. */
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

/** A folder has the name of its format, in camelCase. */
const folderOf = (format: string): string =>
  format.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Shows values of the field; undefined where they are texts. */
export const findShown = ({ format }: Field): ComponentType<ShownProps> | undefined =>
  format === undefined ? undefined : views.get(folderOf(format))?.Shown;
