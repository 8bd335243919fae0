/** An effect on records that refer to this one names their entity and field, such as `siteWorksheet.siteId`. */

interface Referring {
  entity: string;
  field: string;
}

/**
 * Returns the entity and the field by which its records refer to this one. Null if `of` names a reference of this one.
 */
export function referringOf(of: string): Referring | null {
  const [entity = '', field] = of.split('.');
  return field === undefined ? null : { entity, field };
}
