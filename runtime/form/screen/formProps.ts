import type { ReactNode } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import type { FieldAccess } from '../model/build.ts';
import type { FormSource } from '../model/formSource.ts';
import type { ServerError } from '../model/problems.ts';
import type { UploadState } from '../model/save/useUploads.ts';

export interface FormProps {
  form: FormSource;
  value: Values;
  /** Called after the fields are rendered. Saving is not possible earlier. */
  onReady?(): void;
  onChange?(value: Values): void;
  /** Called with valid values, or with any input for 'logged' validation (V057). */
  onSubmit?(value: Values): void;
  /** The values of `$context` in conditions. */
  context?: Values;
  serverErrors?: readonly ServerError[];
  readOnly?: boolean;
  /** The fields of this record that this user may see and change, by default all. */
  access?: FieldAccess;
  /** Reports whether the button of a form in steps saves or continues. */
  onStep?(last: boolean): void;
  /** Reports uploads. `onSubmit` is called after they have ended. */
  onUploads?(state: UploadState): void;
  footer?: ReactNode;
  /** The id of the form element, for a submit button outside the form. */
  id?: string;
  validate?: 'strict' | 'logged';
  autoFocus?: boolean;
}
