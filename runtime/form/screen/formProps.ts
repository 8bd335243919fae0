import type { ReactNode } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import type { FieldAccess } from '../model/build.ts';
import type { FormSource } from '../model/formSource.ts';
import type { ServerError } from '../model/problems.ts';
import type { UploadState } from '../model/save/useUploads.ts';

export interface FormProps {
  form: FormSource;
  value: Values;
  /** Called once its fields are there: what is pressed before sends nothing. */
  onReady?(): void;
  onChange?(value: Values): void;
  /** Called with valid values; with 'logged' validation (V057) with whatever was entered. */
  onSubmit?(value: Values): void;
  /** Seen by conditions as `$context`. */
  context?: Values;
  serverErrors?: readonly ServerError[];
  readOnly?: boolean;
  /** The fields that this user may see and change of this record; everything without it. */
  access?: FieldAccess;
  /** A form in steps says whether its button now saves or goes on. */
  onStep?(last: boolean): void;
  /** Reports files on their way into fields; `onSubmit` follows when they have arrived. */
  onUploads?(state: UploadState): void;
  footer?: ReactNode;
  /** A submit button outside names the form by it. */
  id?: string;
  validate?: 'strict' | 'logged';
  autoFocus?: boolean;
}
