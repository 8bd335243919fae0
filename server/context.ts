/** The types that handlers and services share. Types only: importing this file runs nothing. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Alarms } from './alarms/index.ts';
import type { Config } from './config.ts';
import type { Database } from './db/index.ts';
import type { Files } from './files/index.ts';
import type { Identity } from './identity/index.ts';
import type { Hub } from './live/hub.ts';
import type { Logger } from './log.ts';
import type { Telemetry } from './telemetry/index.ts';

export type { UploadedFile } from '../generated/calls.ts';

export type Lang = 'zh' | 'en';

export interface Session {
  userId: number;
  tenantId: number;
  name: string;
  sessionId: string;
  /** Passes every permission check. */
  admin: boolean;
  permissions: ReadonlySet<string>;
  lang: Lang;
}

/** What the HTTP mount needs from identity; `Identity` extends it. */
export interface Authenticator {
  /** The signed-in user of a request (bearer token or session cookie), or null. */
  authenticate(request: FastifyRequest): Promise<Session | null>;
}

/** An account that the start prints; `password` only when it was generated in this very start. */
export interface StartAccount {
  username: string;
  password: string | null;
  /** What the account is for, in English. */
  note: string;
}

export interface Services {
  config: Config;
  db: Database;
  log: Logger;
  hub: Hub;
  telemetry: Telemetry;
  alarms: Alarms;
  identity: Identity;
  files: Files;
}

export interface CallContext extends Services {
  /** Throws 401 unless somebody is signed in (only possible where access is public). */
  readonly session: Session;
  /** The session or null, for public calls that behave differently for a signed-in user. */
  readonly visitor: Session | null;
  lang: Lang;
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Every long-living part of the server. */
export interface Service {
  start?(): Promise<void>;
  close(): Promise<void>;
}
