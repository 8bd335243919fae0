/** The kinds of definitions that users may change at run time, with their folders below `schemas`. */
export const STUDIO_FOLDERS = {
  entity: 'entities',
  page: 'pages',
  dashboard: 'dashboards',
  document: 'documents',
  statistic: 'statistics',
} as const;

export type StudioKind = keyof typeof STUDIO_FOLDERS;

export const STUDIO_KINDS = Object.keys(STUDIO_FOLDERS) as StudioKind[];
