import { closeSync, openSync } from 'node:fs';
import { type Account, isFolderReachable } from './account.ts';

/** The cluster's folder as PostgreSQL sees it. */
export interface Place {
  /** The argument to pass as its data folder. */
  argument: string;
  /** Extra file descriptors for the child, from number 3 on. */
  descriptors: number[];
  close(): void;
}

/**
 * Below a folder that only root may enter (/root), the unprivileged account cannot reach its cluster by name. It can
 * through a descriptor that this process opened, which Linux shows the child as /proc/self/fd/3. No permission of a
 * parent folder must be changed.
 */
export async function openPlace(cluster: string, account: Account | null): Promise<Place> {
  if (await isFolderReachable(cluster, account)) {
    return { argument: cluster, descriptors: [], close: () => {} };
  }
  const descriptor = openSync(cluster, 'r');
  return { argument: '/proc/self/fd/3', descriptors: [descriptor], close: () => closeSync(descriptor) };
}
