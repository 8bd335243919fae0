/** An effect on referring records names their entity and field, such as `siteWorksheet.siteId`. */

interface Referring {
  entity: string;
  field: string;
}

/** Returns the entity and the field that refer to this record. Null if `of` is a reference of this record. */
export function referringOf(of: string): Referring | null {
  const [entity = '', field] = of.split('.');
  return field === undefined ? null : { entity, field };
}
