/** Effects on the records that refer to this one name an entity and its field: `siteWorksheet.siteId`. */

interface Referring {
  entity: string;
  field: string;
}

/** The entity and the field by which its records refer to this one; null where `of` names a reference of this one. */
export function referringOf(of: string): Referring | null {
  const [entity = '', field] = of.split('.');
  return field === undefined ? null : { entity, field };
}
