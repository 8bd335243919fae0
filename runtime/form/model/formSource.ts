import type { Field } from '../../../generated/definition.ts';
import type { ObjectValues } from '../../core/rules/refWhere.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FormUi } from './build.ts';

/** The source of a form: an entity's schema, a widget's configuration, or a schema created at run time. */
export interface FormSource {
  /** Name of the compiled validator, such as 'entity/customer' or 'widget/keyData'. */
  name: string;
  schema: Field;
  pure: Values;
  ui?: FormUi;
  /** The entity of the record. Absent for forms without a record. */
  entity?: string;
  /** The record of a transition's form, with its definition. */
  about?: ObjectValues;
}
