/** What the log calls things that are done to records; moves and approvals have names of their own. */
export const RECORD_ACTIONS = [
  'create',
  'update',
  'delete',
  'restore',
  'purge',
  'revert',
  'import',
  'bulkUpdate',
  'bulkDelete',
  'save',
  'share',
  'unshare',
] as const;
