/**
 * Signs in commands on the same machine. They use a session of the administrator, whose cookie is a file in the data
 * folder. Only the folder's owner can read this file, and could read the database anyway. The database contains only
 * the cookie's hash, as for every session. The session ends with the server.
 */
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../engine/context.ts';
import {
  createSession,
  newCookieValue,
  revokeSession,
  sessionIdOf,
} from '../../engine/identity/session/sessions.ts';
import { every } from '../../platform/timers/every.ts';

const FILE = 'local-access.json';
/** Half a day. An unused session ends after one day. */
const RENEW_MS = 12 * 3_600_000;

export interface LocalAccess {
  cookie: string;
}

async function writeAccess(dataDir: string, access: LocalAccess): Promise<void> {
  const path = join(dataDir, FILE);
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, JSON.stringify(access), { mode: 0o600 });
  await chmod(fresh, 0o600);
  await rename(fresh, path);
}

async function openSession({ db }: Services): Promise<LocalAccess | null> {
  return db.system(async (trx) => {
    const admin = await trx
      .selectFrom('userAccount')
      .innerJoin('user', 'user.id', 'userAccount.id')
      .select(['userAccount.id', 'userAccount.defaultTenantId', 'user.tenantId'])
      .where('userAccount.isAdmin', '=', true)
      .where('userAccount.active', '=', true)
      .orderBy('userAccount.id')
      .orderBy((eb) => eb('user.tenantId', '=', eb.ref('userAccount.defaultTenantId')), 'desc')
      .orderBy('user.tenantId')
      .executeTakeFirst();
    if (!admin) return null;
    const cookie = newCookieValue();
    const { id: userId, tenantId } = admin;
    await createSession(trx, {
      id: sessionIdOf(cookie),
      userId,
      tenantId,
      ip: '127.0.0.1',
      userAgent: 'local command',
    });
    return { cookie };
  });
}

/** Creates the file again at every start. Without an administrator no file is created. */
export async function startLocalAccess(services: Services): Promise<{ close(): Promise<void> }> {
  const { db, config, log } = services;
  let current: LocalAccess | null = null;

  async function renew(): Promise<void> {
    const before = current;
    current = await openSession(services);
    if (current) await writeAccess(config.dataDir, current);
    if (before) await db.system((trx) => revokeSession(trx, sessionIdOf(before.cookie)));
  }

  // Awaited, because commands directly after the start need the file.
  await renew().catch((error) => log.warn('no local access for commands', { error: String(error) }));
  const renewing = every(log, 'local access', RENEW_MS, renew, { later: true });
  return {
    async close() {
      await renewing.close();
      const { cookie } = current ?? {};
      // Another process with the same folder may have replaced the file since.
      if (cookie && (await readLocalAccess(config.dataDir))?.cookie === cookie)
        await rm(join(config.dataDir, FILE), { force: true });
      if (cookie) await db.system((trx) => revokeSession(trx, sessionIdOf(cookie)));
    },
  };
}

/** Reads the file for commands. Null if the file does not exist or is not readable. */
export async function readLocalAccess(dataDir: string): Promise<LocalAccess | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, FILE), 'utf8')) as LocalAccess;
  } catch {
    return null;
  }
}
