/** The settings of a form besides the schema. Controls and layouts read them from RJSF's registry. */
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FormSection } from './build.ts';
import type { UploadCount } from './save/useUploads.ts';

export interface FormContext {
  /** The entity of the record. Undefined if there is none. */
  entity: string | undefined;
  /** The values of `$context` in conditions. */
  context: Values;
  field: Field;
  /** Writes the control's own field and neighbouring fields, by the control's id. Undefined removes a field. */
  write(id: string, values: Values): void;
  /** Reports the numbers of running and failed uploads of a control. */
  report(id: string, count: UploadCount): void;
  /** The tabs or steps. Empty for a form on one page. */
  sections: readonly SectionState[];
  /** The index of the visible section. After the last step a summary is shown. */
  section: number;
  show(section: number): void;
}

export interface SectionState extends FormSection {
  /** Number of fields with a visible error. */
  errors: number;
}
