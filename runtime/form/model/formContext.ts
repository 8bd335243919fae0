/** The settings of a form beyond the schema, which controls and layouts read from RJSF's registry. */
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FormSection } from './build.ts';
import type { UploadCount } from './save/useUploads.ts';

export interface FormContext {
  /** The entity of the record. Undefined if there is none. */
  entity: string | undefined;
  /** The values that conditions see as `$context`. */
  context: Values;
  field: Field;
  /** Writes this control's field and the fields beside it, by its id. Undefined removes a field. */
  write(id: string, values: Values): void;
  /** Reports how many files of a control are being uploaded, and how many failed. */
  report(id: string, count: UploadCount): void;
  /** The tabs or steps. It is empty if the form is one page. */
  sections: readonly SectionState[];
  /** The index of the visible section. The summary before saving follows the last step. */
  section: number;
  show(section: number): void;
}

export interface SectionState extends FormSection {
  /** The number of its fields with a visible error. */
  errors: number;
}
