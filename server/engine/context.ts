/** The types that handlers and services share. Types only: importing this file runs nothing. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldRights } from '../../runtime/core/fieldAccess.ts';
import type { Config } from '../platform/config.ts';
import type { Database, ScopedDatabase } from '../platform/db/index.ts';
import type { Files } from '../platform/files/index.ts';
import type { Hub } from '../platform/live/hub.ts';
import type { Logger } from '../platform/log.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { Alarms } from '../sites/alarms/index.ts';
import type { Devices } from '../sites/devices/index.ts';
import type { Feeds } from '../sites/live/feeds.ts';
import type { Notify } from '../sites/notify/index.ts';
import type { Telemetry } from '../sites/telemetry/index.ts';
import type { Weather } from '../sites/weather/index.ts';
import type { Identity } from './identity/index.ts';
import type { Jobs } from './jobs/index.ts';
import type { Studio } from './studio/index.ts';
import type { Surface } from './surface/surface.ts';

export type { UploadedFile } from '../../generated/calls.ts';

export type Lang = 'zh' | 'en';

export interface Session extends FieldRights {
  userId: number;
  tenantId: number;
  name: string;
  sessionId: string;
  /** A program with an API key instead of a person who signed in. */
  apiKey: boolean;
  /** The user's departments and all below them (for permissions that end in `@department`). */
  departments: readonly number[];
  /** The stations that the user looks after (for permissions that end in `@site`). */
  stations: readonly string[];
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
  /** Seals secrets for the database. */
  vault: Vault;
  /** What open windows are told. */
  live: Feeds;
  telemetry: Telemetry;
  /** Attributes, commands and claims of devices. */
  devices: Devices;
  alarms: Alarms;
  notify: Notify;
  identity: Identity;
  files: Files;
  jobs: Jobs;
  /** What can be asked, now. */
  surface: Surface;
  studio: Studio;
  weather: Weather;
}

export interface CallContext extends Services {
  /** Throws 401 unless somebody is signed in (only possible where access is public). */
  readonly session: Session;
  /** The session or null, for public calls that behave differently for a signed-in user. */
  readonly visitor: Session | null;
  /** The permission that the operation asked for, in whose reach its answer stays; null where it asks for none. */
  readonly permission: string | null;
  lang: Lang;
  /** The caller's time zone: where their days begin. */
  readonly zone: string;
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The answer of another operation that boards may ask (`x-board`), with the same checks as if it were called itself. */
  ask(
    operation: string,
    input: { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown },
  ): Promise<unknown>;
}

/** What the handler of a documented call is given: the database shows records through the rights of who asks alone. */
export type HandlerContext = Omit<CallContext, 'db' | 'telemetry'> & {
  db: ScopedDatabase;
  /** Without the way to variables by their numbers: `telemetry/seen.ts` has it, with the rights of who asks. */
  telemetry: Omit<Telemetry, 'variables'>;
};

/** Every long-living part of the server. */
export interface Service {
  start?(): Promise<void>;
  close(): Promise<void>;
}
