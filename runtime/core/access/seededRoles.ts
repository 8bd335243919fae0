import type { Text } from '../../../generated/definition.ts';

export type SeededRole = 'sales' | 'procurement' | 'finance' | 'engineering' | 'operator';

/**
 * The roles of a new tenant except the administrator, with their titles. A definition gives them `rights`.
 */
export const SEEDED_ROLES: Readonly<Record<SeededRole, Text>> = {
  sales: { zh: '销售', en: 'Sales' },
  procurement: { zh: '采购', en: 'Procurement' },
  finance: { zh: '财务', en: 'Finance' },
  engineering: { zh: '工程', en: 'Engineering' },
  operator: { zh: '站点运维', en: 'Site operator' },
};

/** The seeded roles in the order in which they are shown. */
export const SEEDED_ROLE_KEYS = Object.keys(SEEDED_ROLES) as SeededRole[];
