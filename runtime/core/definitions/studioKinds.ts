/** The kinds of definitions that are changed while the platform runs, and where their files lie below `schemas`. */
export const STUDIO_FOLDERS = {
  entity: 'entities',
  page: 'pages',
  dashboard: 'dashboards',
  document: 'documents',
  statistic: 'statistics',
} as const;

export type StudioKind = keyof typeof STUDIO_FOLDERS;

export const STUDIO_KINDS = Object.keys(STUDIO_FOLDERS) as StudioKind[];
