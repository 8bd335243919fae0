/** The kinds of definitions that users may change at run time, with their folders below `schemas`. */
export const STUDIO_FOLDERS = {
  entity: 'entities',
  page: 'pages',
  dashboard: 'dashboards',
  document: 'documents',
  statistic: 'statistics',
  dictionary: 'dictionaries',
  call: 'calls',
} as const;

const { call: _, ...registered } = STUDIO_FOLDERS;

/** The folders whose definitions are in a registry. Calls are among the operations. */
export const REGISTERED_FOLDERS = Object.values(registered);

export type StudioKind = keyof typeof STUDIO_FOLDERS;

export const STUDIO_KINDS = Object.keys(STUDIO_FOLDERS) as StudioKind[];
