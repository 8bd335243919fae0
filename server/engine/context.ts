/**
 * The types that handlers and services share. Types only: importing this file runs nothing. A room that has a service
 * of its own adds it to `Services` in its index, so that nothing here names a room.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldRights } from '../../runtime/core/access/fieldAccess.ts';
import type { Lang } from '../../runtime/core/text/lang.ts';
import type { AwayParts } from '../platform/away.ts';
import type { Config } from '../platform/config.ts';
import type { Database, ScopedDatabase } from '../platform/db/index.ts';
import type { Disk } from '../platform/files/disk.ts';
import type { Files } from '../platform/files/index.ts';
import type { Hub } from '../platform/hub/hub.ts';
import type { Logger } from '../platform/log.ts';
import type { OpenLimit } from '../platform/openLimit.ts';
import type { Vault } from '../platform/secrets/vault.ts';

export interface Session extends FieldRights {
  userId: number;
  tenantId: number;
  name: string;
  sessionId: string;
  /** A program with an API key instead of a person who signed in. */
  apiKey: boolean;
  /** The user's departments and all below them (for permissions that end in `@department`). */
  departments: readonly number[];
  /** The first of the user's own departments. */
  deptId?: number;
  /** The stations that the user looks after (for permissions that end in `@site`). */
  stations: readonly string[];
  /** Pages that ask for a permission are open below these addresses alone; all of them without. */
  routes?: readonly string[];
  /** Whatever the permissions: nothing that belongs to others is changed. */
  readOnly?: true;
  lang: Lang;
}

/** The part of identity that HTTP needs to know a caller; `Identity` extends it. */
export interface Authenticator {
  /** The signed-in user of a request (bearer token or session cookie), or null. */
  authenticate(request: FastifyRequest): Promise<Session | null>;
}

/** An account that the start prints; `password` only when it was generated in this very start. */
export interface StartAccount {
  username: string;
  password: string | null;
  /** Says in English what the account is for. */
  note: string;
}

export interface Services {
  config: Config;
  db: Database;
  log: Logger;
  hub: Hub;
  openLimit: OpenLimit;
  disk: Disk;
  away: AwayParts;
  /** Seals secrets for the database. */
  vault: Vault;
  files: Files;
}

export interface CallContext extends Services {
  /** Throws 401 without a signed-in user (only possible where access is public). */
  readonly session: Session;
  /** The session or null, for public calls that behave differently for a signed-in user. */
  readonly visitor: Session | null;
  /** The permission that the operation asked for, in whose reach its answer stays; null where it asks for none. */
  readonly permission: string | null;
  lang: Lang;
  /** The caller's time zone: where their days begin. */
  readonly zone: string;
  ip: string;
  /** Fires when the caller leaves before the answer. */
  readonly gone: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The answer of another operation that boards may ask (`x-board`), with the same checks as if it were called itself. */
  ask(
    operation: string,
    input: { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown },
  ): Promise<unknown>;
}

/** Services that handlers are given in part only. The database shows records through the rights of who asks alone. */
export interface HandlerServices {
  db: ScopedDatabase;
}

/** The context of the handler of a documented call. */
export type HandlerContext = Omit<CallContext, keyof HandlerServices> & HandlerServices;

/** Every long-living part of the server. */
export interface Service {
  start?(): Promise<void>;
  close(): Promise<void>;
}
