/**
 * Types that handlers and services share. This file contains only types, so importing it has no effect. It depends on
 * no folder: each folder with a service adds it to `Services` in the folder's index.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldRights } from '../../runtime/core/access/fieldAccess.ts';
import type { Lang } from '../../runtime/core/text/lang.ts';
import type { AwayParts } from '../platform/away.ts';
import type { Config } from '../platform/config.ts';
import type { Database, ScopedDatabase } from '../platform/db/index.ts';
import type { Disk } from '../platform/files/disk.ts';
import type { Files } from '../platform/files/index.ts';
import type { Parts } from '../platform/files/parts/index.ts';
import type { Hub } from '../platform/hub/hub.ts';
import type { Logger } from '../platform/log.ts';
import type { OpenLimit } from '../platform/openLimit.ts';
import type { Vault } from '../platform/secrets/vault.ts';

export interface Session extends FieldRights {
  userId: number;
  tenantId: number;
  name: string;
  sessionId: string;
  /** True for a program with an API key instead of a signed-in user. */
  apiKey: boolean;
  /** The user's departments and all below them (for permissions that end in `@department`). */
  departments: readonly number[];
  /** The user's first own department. */
  deptId?: number;
  /** The stations that the user is responsible for (for permissions that end in `@site`). */
  stations: readonly string[];
  /** If set, the user may open only pages below these addresses, and only with the pages' permissions. */
  routes?: readonly string[];
  /** If true, the user cannot change records of others, whatever the permissions. */
  readOnly?: true;
  lang: Lang;
  /** The time of input, if the device sends it later. */
  enteredAt?: string;
}

/** The part of `Identity` with which HTTP identifies a caller. */
export interface Authenticator {
  /** Returns the signed-in user of a request (bearer token or session cookie), or null. */
  authenticate(request: FastifyRequest): Promise<Session | null>;
}

/** An account that is printed at the start. `password` is set only if this start generated it. */
export interface StartAccount {
  username: string;
  password: string | null;
  /** Describes the purpose of the account in English. */
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
  /** Encrypts secrets for the database. */
  vault: Vault;
  files: Files;
  /** Large files that arrive in parts. */
  parts: Parts;
}

export interface CallContext extends Services {
  /** Throws 401 without a signed-in user. This can only happen in public operations. */
  readonly session: Session;
  /** The session, or null for a call without a signed-in user. For public calls that depend on the user. */
  readonly visitor: Session | null;
  /** The permission that the operation required. Its scope limits the answer. Null if none was required. */
  readonly permission: string | null;
  lang: Lang;
  /** The caller's time zone, in which days begin for them. */
  readonly zone: string;
  ip: string;
  /** Fires if the caller disconnects before the answer. */
  readonly gone: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Calls another operation that boards may use (`x-board`), with the same checks as a direct call. */
  ask(
    operation: string,
    input: { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown },
  ): Promise<unknown>;
}

/** Services that handlers receive in a limited form. The database returns only records that the caller may see. */
export interface HandlerServices {
  db: ScopedDatabase;
}

/** The context for handlers of documented calls. */
export type HandlerContext = Omit<CallContext, keyof HandlerServices> & HandlerServices;

/** A part of the server with its own start and end. */
export interface Service {
  start?(): Promise<void>;
  close(): Promise<void>;
}
