import { closeSync, openSync } from 'node:fs';
import { type Account, isFolderReachable } from './account.ts';

/** The cluster's folder as PostgreSQL sees it. */
export interface Place {
  /** The argument that names PostgreSQL's data folder. */
  argument: string;
  /** Extra file descriptors for the child, from number 3 on. */
  descriptors: number[];
  close(): void;
}

/**
 * The unprivileged account cannot open a cluster by path below a folder that only root may enter (/root). This process
 * therefore passes an open descriptor, which Linux shows the child as /proc/self/fd/3. The permissions of the parent
 * folders remain unchanged.
 */
export async function openPlace(cluster: string, account: Account | null): Promise<Place> {
  if (await isFolderReachable(cluster, account)) {
    return { argument: cluster, descriptors: [], close: () => {} };
  }
  const descriptor = openSync(cluster, 'r');
  return { argument: '/proc/self/fd/3', descriptors: [descriptor], close: () => closeSync(descriptor) };
}
