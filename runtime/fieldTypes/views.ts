/** Values are entered and shown by the view with the name of the type's control, which is found by its file. */
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { Field } from '../../generated/definition.ts';

/** The shape of the export `view` in a type's `view.tsx`. */
export interface FieldView {
  Control: ComponentType<WidgetProps>;
  /** Shows a value that is more than a text. */
  Shown?: ComponentType<ShownProps>;
}

export interface ShownProps {
  field: Field;
  value: unknown;
}

const modules = import.meta.glob<FieldView>('./*/view.tsx', { eager: true, import: 'view' });

export const fieldViews: ReadonlyMap<string, FieldView> = new Map(
  Object.entries(modules).map(([path, view]) => [path.split('/')[1]!, view]),
);
