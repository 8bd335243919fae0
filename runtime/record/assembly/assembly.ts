/** A tree with quantities for the page of a record. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { decimalText, parseDecimal } from '../../core/numbers/decimal.ts';
import type { ListRecord } from '../calls/useRecords.ts';

export interface AssemblyTabProps {
  entity: Entity;
  record: ListRecord;
}

export interface AssemblyViewProps extends AssemblyTabProps {
  words: AssemblyWords;
}

export interface AssemblyWords {
  parent: string;
  quantity: string;
  /** The visible fields in which parts are compared. */
  alike: readonly (readonly [name: string, field: Field])[];
  /** The fields by which equal parts are searched. */
  used: readonly (readonly [name: string, field: Field])[];
}

/** Returns the visible fields of an assembly. Null if the quantity or all fields are hidden. */
export function assemblyWords({ assembly, parent, schema }: EntityDefinition): AssemblyWords | null {
  const fields = schema.properties ?? {};
  if (!assembly || parent === undefined || !fields[parent] || !fields[assembly.quantity]) return null;
  const seen = (names: readonly string[] = []) =>
    names.flatMap((name): [string, Field][] => (fields[name] ? [[name, fields[name]]] : []));
  if (seen(assembly.alike).length < assembly.alike.length) return null;
  return { parent, quantity: assembly.quantity, alike: seen(assembly.alike), used: seen(assembly.used) };
}

/** Multiplies the quantity of a part with that of its parent, in exact decimals. An empty quantity counts as one. */
export function multiplyQuantity(above: number, quantity: unknown): number {
  const [left, right] = [parseDecimal(above), parseDecimal(Number(quantity ?? 1))];
  return left && right ? Number(decimalText(left.times(right))) : Number.NaN;
}
