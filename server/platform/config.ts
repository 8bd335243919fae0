import { resolve } from 'node:path';
import { MIN_PASSWORD_LENGTH } from '../../runtime/core/access/password.ts';
import { isLang, type Lang, listLangs, nearLang, type SourceLang } from '../../runtime/core/text/lang.ts';
import { readOrigins, readTemplate, readUrl } from './addressSettings.ts';
import { findTerminalLang } from './language.ts';
import { type ModbusHosts, parseModbusHosts } from './modbusSetting.ts';
import type { OidcConfig } from './oidcConfig.ts';
import { type OnvifPlaces, parseOnvif } from './onvifSetting.ts';
import { type AllowedPlace, parsePlace } from './outboundAddress.ts';
import { findPasswordFault } from './passwordFault.ts';
import { findFfmpeg, readProgram } from './programSetting.ts';
import { StartError } from './startError.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The roles of a server process: calls and pages, receiving telemetry, and work done once for all processes. */
export const ROLES = ['api', 'ingest', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

export interface Config {
  /** 0 selects any free port, for tests. */
  port: number;
  host: string;
  mqttPort: number;
  /** The port of MQTT over TLS, with the certificate of `tls`. Null without MQTT over TLS. */
  mqttsPort: number | null;
  dataDir: string;
  /** The account that a server started by root switches to. Null to continue as root. */
  user: string | null;
  adminPassword: string | null;
  /** The default language of users, and the language of the initial data. */
  lang: Lang;
  /** The language of the demo's names and texts. Null without a demo. */
  demo: SourceLang | null;
  /** Address of an existing PostgreSQL. Null for the embedded database. */
  databaseUrl: string | null;
  /** Address of a standby that answers long queries. Null if the primary database answers these queries. */
  replicaUrl: string | null;
  /** Address of the cluster node through which this process writes points. Null to write through the main database. */
  ingestUrl: string | null;
  /** Address of an existing broker. Null for the platform's own listener. */
  mqttUrl: string | null;
  /** True if the processes share the broker's messages. False if one process receives all messages. */
  mqttShared: boolean;
  logLevel: LogLevel;
  /** The roles of this process. With the embedded database, the process has all roles. */
  roles: ReadonlySet<Role>;
  /** The identity provider of the company. Null if users sign in only with name and password. */
  oidc: OidcConfig | null;
  /** Raw points are sealed this number of days after their day. 0 means never. */
  sealDays: number;
  /** Days until deleted records are purged from the recycle bin. 0 means that only administrators purge records. */
  binDays: number;
  /** Days until read notices are deleted. Unread notices are stored for twice as long. 0 means no limit. */
  noticeDays: number;
  /** Days until unused uploaded files are deleted. 0 means no limit. */
  fileDays: number;
  /** Megabytes that a user may upload in a day. 0 means no limit. */
  uploadDayMb: number;
  /** Maximum size of all uploaded files of a tenant, in megabytes. 0 means no limit. */
  uploadTenantMb: number;
  /** Minimum free disk space, in megabytes, to accept or create files. 0 means no limit. */
  diskFreeMb: number;
  /** The program that scans uploaded files, with its options. Null for no scan. */
  scan: readonly string[] | null;
  /** The program that makes small pictures, with its options. Null for none. */
  ffmpeg: readonly string[] | null;
  /** The address of map tiles with {z}, {x} and {y}. Null for the bundled outlines. */
  mapTiles: string | null;
  /** Origins from which cameras may stream. The server itself only reads still pictures from these origins. */
  mediaOrigins: readonly string[];
  /** The address of a separate program that converts the streams of RTSP cameras to HLS, by camera name. */
  restreamer: string | null;
  /** Cameras that are controlled by ONVIF. */
  onvif: OnvifPlaces;
  /** Hosts that the server reads by Modbus, by tenant. */
  modbusHosts: ModbusHosts;
  /** The mail server for alarm notifications. Null if there is no mail server, which the pages show. */
  mail: { url: string; from: string } | null;
  /** Hosts, addresses and networks inside the private network to which webhooks may be sent. */
  webhookAllow: readonly AllowedPlace[];
  /** The address of the server for browsers, used for links in external messages. Null for messages without links. */
  publicUrl: string | null;
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  trustedProxies: readonly string[];
  /** Files of the server's certificate and its key (PEM). Null for plain connections. */
  tls: { cert: string; key: string } | null;
  /** The token with which external programs read metrics and the API description. Null for no access. */
  metricsToken: string | null;
  /** Sites that may show a shared board in a frame. */
  embedOrigins: readonly string[];
  /** Address of a forecast service with {latitude} and {longitude}. Null for no forecast. */
  weatherUrl: string | null;
  /** Address of a service that finds the coordinates of an {address}. Null to use the city in the address. */
  geocoderUrl: string | null;
  /** Address of a company register that searches for {text}, a part of a name or tax number. Null for no register. */
  registerUrl: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

const MAX_PORT = 65_535;
/** Username of the platform's first administrator. */
export const ADMIN_USERNAME = 'admin';
const MIN_TOKEN_LENGTH = 16;

function readPort(env: Env, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= MAX_PORT))
    throw new StartError(`${name} must be a port from 0 to ${MAX_PORT}, not "${text}"`);
  return port;
}

function readMqttsPort(env: Env, tls: Config['tls']): number | null {
  if (!env.WATTDECK_MQTTS_PORT) return null;
  if (!tls) throw new StartError('WATTDECK_MQTTS_PORT needs WATTDECK_TLS_CERT and WATTDECK_TLS_KEY');
  return readPort(env, 'WATTDECK_MQTTS_PORT', 0);
}

const readNumber =
  (of: string, shape: RegExp) =>
  (env: Env, name: string, fallback: number): number => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    if (!shape.test(text)) throw new StartError(`${name} must be a number of ${of}, not "${text}"`);
    return Number(text);
  };
const readDays = readNumber('days', /^\d{1,4}$/);
const readMegabytes = readNumber('megabytes', /^\d{1,9}$/);

function readSwitch(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (text === '1') return true;
  if (text === '0') return false;
  throw new StartError(`${name} must be 1 or 0, not "${text}"`);
}

/**
 * Returns the language of the server: that of WATTDECK_LANG, else that of the demo, else that of the
 * terminal.
 */
function readLang(env: Env): Lang {
  const { WATTDECK_LANG: named, WATTDECK_DEMO: demo } = env;
  if (named === undefined || named === '') return isLang(demo) ? demo : findTerminalLang(env);
  if (isLang(named)) return named;
  throw new StartError(`WATTDECK_LANG must be ${listLangs().join(' or ')}, not "${named}"`);
}

function readDemo(env: Env): SourceLang | null {
  const text = env.WATTDECK_DEMO;
  if (text === '0') return null;
  if (text === undefined || text === '' || text === '1') return nearLang(readLang(env));
  if (isLang(text)) return nearLang(text);
  throw new StartError(`WATTDECK_DEMO must be 1, zh, en or 0, not "${text}"`);
}

/**
 * Reads the address of the database. Null if it is not set. Connections use the host that accepts writes. No
 * other option is supported.
 */
function readDatabaseUrl(env: Env, name: string): string | null {
  const url = readUrl(env, name, ['postgres:', 'postgresql:']);
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(url ?? '')?.[1] ?? 'read-write';
  if (!['read-write', 'primary'].includes(attributes))
    throw new StartError(`${name} may say target_session_attrs=read-write, not ${attributes}`);
  return url;
}

/**
 * Reads the address of a standby or a cluster node. Null if it is not set. The embedded database has neither.
 */
function readFurtherUrl(env: Env, name: string, databaseUrl: string | null): string | null {
  const url = readUrl(env, name, ['postgres:', 'postgresql:']);
  if (url !== null && databaseUrl === null)
    throw new StartError(`${name} needs DATABASE_URL: the embedded database is alone`);
  return url;
}

/** Reads the sources of media. Pages may play the streams of the restreamer. */
function readMedia(env: Env): Pick<Config, 'mediaOrigins' | 'restreamer' | 'onvif'> {
  const onvif = parseOnvif(env.WATTDECK_ONVIF ?? '');
  if (!onvif)
    throw new StartError('WATTDECK_ONVIF must list cameras such as 10/gate=http://user:password@host');
  const restreamer = readTemplate(env, 'WATTDECK_RESTREAMER', ['stream']);
  const origins = readOrigins(env, 'WATTDECK_MEDIA_ORIGINS');
  const own = restreamer === null ? [] : [new URL(restreamer).origin];
  return { onvif, restreamer, mediaOrigins: [...new Set([...origins, ...own])] };
}

const LOCAL_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/** Requires all settings or none. Without TLS, the provider must be on this machine. */
function readOidc(env: Env): OidcConfig | null {
  const issuer = readUrl(env, 'WATTDECK_OIDC_ISSUER', ['https:', 'http:']);
  if (issuer === null) return null;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !LOCAL_HOSTS.includes(hostname))
    throw new StartError('WATTDECK_OIDC_ISSUER must begin with https://');
  const needed = (name: string): string => {
    const text = env[name];
    if (!text) throw new StartError(`${name} is missing: WATTDECK_OIDC_ISSUER needs it`);
    return text;
  };
  const publicUrl = readUrl(env, 'WATTDECK_PUBLIC_URL', ['https:', 'http:']);
  return {
    issuer,
    clientId: needed('WATTDECK_OIDC_CLIENT_ID'),
    clientSecret: needed('WATTDECK_OIDC_CLIENT_SECRET'),
    name: env.WATTDECK_OIDC_NAME || new URL(issuer).hostname,
    publicUrl: publicUrl ?? needed('WATTDECK_PUBLIC_URL'),
    domains: readDomains(env, 'WATTDECK_OIDC_DOMAINS'),
  };
}

function readDomains(env: Env, name: string): OidcConfig['domains'] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim());
  return [...new Set(texts.filter(Boolean))].map((text) => {
    const [, domain, tenant] = /^([A-Za-z0-9.-]+\.[A-Za-z]{2,})=(\d{1,9})$/.exec(text) ?? [];
    if (!domain)
      throw new StartError(`${name} must name domains and tenants such as corp.com=2,other.org=10`);
    return { domain: domain.toLowerCase(), tenantId: Number(tenant) };
  });
}

/**
 * Returns the settings of the mail server. Null without a server. The sender is required, because a mail
 * server refuses mails without one.
 */
function readMail(env: Env): Config['mail'] {
  const url = readUrl(env, 'WATTDECK_SMTP_URL', ['smtp:', 'smtps:']);
  if (url === null) return null;
  const from = env.WATTDECK_MAIL_FROM ?? '';
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from))
    throw new StartError(
      'WATTDECK_MAIL_FROM must be the address that mail comes from: Wattdeck <alarms@example.com>',
    );
  return { url, from };
}

function readAllowed(env: Env, name: string): AllowedPlace[] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim());
  return texts.filter(Boolean).map((text) => {
    const place = parsePlace(text);
    if (!place) throw new StartError(`${name} must name hosts or networks such as hooks.local,10.1.0.0/16`);
    return place;
  });
}

function readModbusHosts(env: Env, name: string): ModbusHosts {
  const hosts = parseModbusHosts(env[name] ?? '');
  if (!hosts)
    throw new StartError(`${name} must list hosts of tenants such as 10=192.168.1.0/24 10=plc.local`);
  return hosts;
}

function readProxies(env: Env, name: string): string[] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim());
  return texts.filter(Boolean).map((text) => {
    const place = parsePlace(text);
    if (!place || 'host' in place)
      throw new StartError(`${name} must name addresses or networks such as 127.0.0.1,10.1.0.0/16`);
    return text;
  });
}

/** Requires both files or neither. The files are read when the server starts to listen, and again when they change. */
function readTls(env: Env): Config['tls'] {
  const [cert, key] = [env.WATTDECK_TLS_CERT, env.WATTDECK_TLS_KEY];
  if (!cert && !key) return null;
  if (!cert || !key) throw new StartError('WATTDECK_TLS_CERT and WATTDECK_TLS_KEY need each other');
  return { cert: resolve(cert), key: resolve(key) };
}

/** Reads a token. Null if it is not set. Messages never contain it. */
function readToken(env: Env, name: string): string | null {
  const text = env[name] || null;
  if (text !== null && !/^[\x21-\x7e]{16,200}$/.test(text))
    throw new StartError(`${name} must have at least ${MIN_TOKEN_LENGTH} signs, without spaces`);
  return text;
}

function readLevel(env: Env, name: string): LogLevel {
  const text = env[name] || 'info';
  const level = LOG_LEVELS.find((candidate) => candidate === text);
  if (!level) throw new StartError(`${name} must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
  return level;
}

function readRoles(env: Env, databaseUrl: string | null): ReadonlySet<Role> {
  const names = (env.WATTDECK_ROLES || ROLES.join()).split(',').map((name) => name.trim());
  const roles = new Set<Role>();
  for (const name of names) {
    const role = ROLES.find((candidate) => candidate === name);
    if (!role) throw new StartError(`WATTDECK_ROLES names some of ${ROLES.join(', ')}, not "${name}"`);
    roles.add(role);
  }
  if (databaseUrl === null && roles.size < ROLES.length)
    throw new StartError(
      'WATTDECK_ROLES needs DATABASE_URL: the embedded database belongs to one process, which has all roles',
    );
  return roles;
}

function readHost(env: Env, name: string): string {
  const host = env[name] || '127.0.0.1';
  if (!/^[A-Za-z0-9_.:-]+$/.test(host)) {
    throw new StartError(`${name} must be a host name or an IP address, not "${host}"`);
  }
  return host;
}

/** Reads the password of the administrator. Null if it is not set. The general password rules apply. */
function readPassword(env: Env, name: string): string | null {
  const password = env[name] || null;
  if (password === null) return null;
  if ([...password].length < MIN_PASSWORD_LENGTH)
    throw new StartError(`${name} must have at least ${MIN_PASSWORD_LENGTH} characters`);
  const fault = findPasswordFault(password, ADMIN_USERNAME);
  if (fault === 'user.passwordName') throw new StartError(`${name} must not contain "${ADMIN_USERNAME}"`);
  if (fault) throw new StartError(`${name} is among the first passwords to be guessed`);
  return password;
}

/** Reads all settings once. No other part of the server reads the environment. */
export function loadConfig(env: Env): Config {
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL');
  const tls = readTls(env);
  return {
    port: readPort(env, 'WATTDECK_PORT', 8080),
    host: readHost(env, 'WATTDECK_HOST'),
    mqttPort: readPort(env, 'WATTDECK_MQTT_PORT', 1883),
    mqttsPort: readMqttsPort(env, tls),
    dataDir: resolve(env.WATTDECK_DATA_DIR || './data'),
    user: env.WATTDECK_USER || null,
    adminPassword: readPassword(env, 'WATTDECK_ADMIN_PASSWORD'),
    lang: readLang(env),
    demo: readDemo(env),
    databaseUrl,
    replicaUrl: readFurtherUrl(env, 'WATTDECK_REPLICA_URL', databaseUrl),
    ingestUrl: readFurtherUrl(env, 'WATTDECK_INGEST_URL', databaseUrl),
    mqttUrl: readUrl(env, 'MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']),
    mqttShared: readSwitch(env, 'WATTDECK_MQTT_SHARED', false),
    logLevel: readLevel(env, 'WATTDECK_LOG'),
    roles: readRoles(env, databaseUrl),
    oidc: readOidc(env),
    sealDays: readDays(env, 'WATTDECK_SEAL_DAYS', 3),
    binDays: readDays(env, 'WATTDECK_BIN_DAYS', 90),
    noticeDays: readDays(env, 'WATTDECK_NOTICE_DAYS', 180),
    fileDays: readDays(env, 'WATTDECK_FILE_DAYS', 7),
    uploadDayMb: readMegabytes(env, 'WATTDECK_UPLOAD_DAY_MB', 5_000),
    uploadTenantMb: readMegabytes(env, 'WATTDECK_UPLOAD_TENANT_MB', 50_000),
    diskFreeMb: readMegabytes(env, 'WATTDECK_DISK_FREE_MB', 500),
    scan: readProgram(env, 'WATTDECK_SCAN'),
    ffmpeg: findFfmpeg(env),
    mapTiles: readTemplate(env, 'WATTDECK_MAP_TILES', ['z', 'x', 'y']),
    ...readMedia(env),
    modbusHosts: readModbusHosts(env, 'WATTDECK_MODBUS_HOSTS'),
    mail: readMail(env),
    webhookAllow: readAllowed(env, 'WATTDECK_WEBHOOK_ALLOW'),
    publicUrl: readUrl(env, 'WATTDECK_PUBLIC_URL', ['https:', 'http:']),
    trustedProxies: readProxies(env, 'WATTDECK_TRUSTED_PROXIES'),
    tls,
    metricsToken: readToken(env, 'WATTDECK_METRICS_TOKEN'),
    embedOrigins: readOrigins(env, 'WATTDECK_EMBED_ORIGINS'),
    weatherUrl: readTemplate(env, 'WATTDECK_WEATHER_URL', ['latitude', 'longitude']),
    geocoderUrl: readTemplate(env, 'WATTDECK_GEOCODER_URL', ['address']),
    registerUrl: readTemplate(env, 'WATTDECK_REGISTER_URL', ['text']),
  };
}
