import type { ReactNode } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import type { FieldAccess } from '../model/build.ts';
import type { FormSource } from '../model/formSource.ts';
import type { ServerError } from '../model/problems.ts';
import type { UploadState } from '../model/save/useUploads.ts';

export interface FormProps {
  form: FormSource;
  value: Values;
  /** Called once the fields are drawn. A press before that sends nothing. */
  onReady?(): void;
  onChange?(value: Values): void;
  /** Called with valid values, or with any input for 'logged' validation (V057). */
  onSubmit?(value: Values): void;
  /** The values that conditions see as `$context`. */
  context?: Values;
  serverErrors?: readonly ServerError[];
  readOnly?: boolean;
  /** The fields of this record that this user may see and change. Without it all are allowed. */
  access?: FieldAccess;
  /** Reports for a form in steps whether its button now saves or continues. */
  onStep?(last: boolean): void;
  /** Reports uploads into fields. `onSubmit` follows when they have ended. */
  onUploads?(state: UploadState): void;
  footer?: ReactNode;
  /** The id by which an outside submit button refers to the form. */
  id?: string;
  validate?: 'strict' | 'logged';
  autoFocus?: boolean;
}
