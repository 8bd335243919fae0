/**
 * Types that handlers and services share. Types only: importing this file runs nothing. A folder with its own service
 * adds it to `Services` in its index, so that this file names no folder.
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
  /** A program with an API key instead of a signed-in user. */
  apiKey: boolean;
  /** The user's departments and all below them (for permissions that end in `@department`). */
  departments: readonly number[];
  /** The user's first own department. */
  deptId?: number;
  /** The stations that the user is responsible for (for permissions that end in `@site`). */
  stations: readonly string[];
  /** If given, pages with a permission are open below these addresses only. */
  routes?: readonly string[];
  /** If true, records of others cannot be changed, whatever the permissions. */
  readOnly?: true;
  lang: Lang;
  /** The moment of the input, if a device sends it later. */
  enteredAt?: string;
}

/** The part of identity with which HTTP identifies a caller. `Identity` extends it. */
export interface Authenticator {
  /** The signed-in user of a request (bearer token or session cookie), or null. */
  authenticate(request: FastifyRequest): Promise<Session | null>;
}

/** An account that the start prints. `password` is given only if this start generated it. */
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
  /** Throws 401 without a signed-in user, which is only possible for public operations. */
  readonly session: Session;
  /** The session or null, for public calls that behave differently for a signed-in user. */
  readonly visitor: Session | null;
  /** The permission that the operation required, whose scope limits its answer. Null if it required none. */
  readonly permission: string | null;
  lang: Lang;
  /** The caller's time zone, in which their days begin. */
  readonly zone: string;
  ip: string;
  /** Fires if the caller disconnects before the answer. */
  readonly gone: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Returns the answer of another operation that boards may ask (`x-board`), with the same checks as a direct call. */
  ask(
    operation: string,
    input: { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown },
  ): Promise<unknown>;
}

/** Services of which handlers get only a part. The database returns records only with the caller's permissions. */
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
