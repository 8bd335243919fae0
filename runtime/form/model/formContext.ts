/** Controls and layouts read from RJSF's registry what their form has beyond the schema. */
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FormSection } from './build.ts';
import type { UploadCount } from './save/useUploads.ts';

export interface FormContext {
  /** The entity whose record it is, if it is one. */
  entity: string | undefined;
  /** The values that conditions see as `$context`. */
  context: Values;
  field: Field;
  /** Writes the fields beside the control with this id, itself among them; undefined removes. */
  write(id: string, values: Values): void;
  /** A control says how many files it has on their way, and how many of them failed. */
  report(id: string, count: UploadCount): void;
  /** The tabs or steps; none where the form is one page. */
  sections: readonly SectionState[];
  /** The place of the section that is seen; behind the last step lies the look at everything before it is saved. */
  section: number;
  show(section: number): void;
}

export interface SectionState extends FormSection {
  /** The number of its fields that have an error that is shown. */
  errors: number;
}
