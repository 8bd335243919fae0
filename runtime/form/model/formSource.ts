import type { Field } from '../../../generated/definition.ts';
import type { Holder } from '../../core/rules/refWhere.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FormUi } from './build.ts';

/** The source of a form: an entity's schema, a widget's config, or a schema made on the spot. */
export interface FormSource {
  /** 'entity/customer', 'widget/keyData' … is the name of its compiled validator. */
  name: string;
  schema: Field;
  pure: Values;
  ui?: FormUi;
  /** The entity of the record. Absent if there is none. */
  entity?: string;
  /** The record that the form of a move is about, with its definition. */
  about?: Holder;
}
