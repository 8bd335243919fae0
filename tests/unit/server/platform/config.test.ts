import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/platform/config.ts';
import { StartError } from '../../../../server/platform/startError.ts';

describe('settings', () => {
  it('use the language of the terminal or the demo for users without a choice, unless another is set', () => {
    const langOf = (env: Record<string, string>) => loadConfig(env).lang;
    expect(langOf({ LANG: 'zh_CN.UTF-8', WATTDECK_DEMO: '0' })).toBe('zh');
    expect(langOf({ WATTDECK_DEMO: 'zh' })).toBe('zh');
    expect(langOf({ LANG: 'zh_CN.UTF-8', WATTDECK_LANG: 'en' })).toBe('en');
    expect(loadConfig({ LANG: 'en', WATTDECK_LANG: 'zh' }).demo).toBe('zh');
    expect(() => langOf({ WATTDECK_LANG: 'de' })).toThrow('WATTDECK_LANG must be zh or en');
  });

  it("use the terminal's language for the demo, unless another is set", () => {
    const demoOf = (env: Record<string, string>) => loadConfig(env).demo;
    expect(demoOf({ LANG: 'zh_CN.UTF-8' })).toBe('zh');
    expect(demoOf({ LANG: 'de_DE.UTF-8', WATTDECK_DEMO: '1' })).toBe('en');
    expect(demoOf({ LANG: 'zh_CN.UTF-8', WATTDECK_DEMO: 'en' })).toBe('en');
    expect(demoOf({ WATTDECK_DEMO: 'zh' })).toBe('zh');
    expect(() => demoOf({ WATTDECK_DEMO: 'de' })).toThrow('WATTDECK_DEMO must be 1, zh, en or 0');
  });

  it('have complete defaults', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      mqttPort: 1883,
      mqttsPort: null,
      dataDir: resolve('./data'),
      user: null,
      adminPassword: null,
      lang: 'en',
      demo: 'en',
      databaseUrl: null,
      replicaUrl: null,
      ingestUrl: null,
      mqttUrl: null,
      mqttShared: false,
      logLevel: 'info',
      roles: new Set(['api', 'ingest', 'jobs']),
      oidc: null,
      sealDays: 3,
      binDays: 90,
      noticeDays: 180,
      ...{ fileDays: 7, uploadDayMb: 5_000, uploadTenantMb: 50_000, diskFreeMb: 500 },
      scan: null,
      ffmpeg: null,
      mapTiles: null,
      mediaOrigins: [],
      onvif: new Map(),
      modbusHosts: new Map(),
      restreamer: null,
      mail: null,
      webhookAllow: [],
      publicUrl: null,
      trustedProxies: [],
      tls: null,
      metricsToken: null,
      embedOrigins: [],
      weatherUrl: null,
      geocoderUrl: null,
      registerUrl: null,
    });
  });

  it('need a complete identity provider, and TLS except on this machine', () => {
    const whole = {
      WATTDECK_OIDC_ISSUER: 'https://id.example.cn',
      WATTDECK_OIDC_CLIENT_ID: 'us',
      WATTDECK_OIDC_CLIENT_SECRET: 'secret',
      WATTDECK_PUBLIC_URL: 'https://energy.example.cn',
    };
    expect(loadConfig(whole).oidc).toEqual({
      issuer: 'https://id.example.cn',
      clientId: 'us',
      clientSecret: 'secret',
      name: 'id.example.cn',
      publicUrl: 'https://energy.example.cn',
      domains: [],
    });
    expect(() => loadConfig({ ...whole, WATTDECK_OIDC_CLIENT_SECRET: '' })).toThrow(
      'CLIENT_SECRET is missing',
    );
    expect(() => loadConfig({ ...whole, WATTDECK_PUBLIC_URL: '' })).toThrow('PUBLIC_URL is missing');
    const domains = 'Corp.com=2, other.org=10,corp.com=10';
    expect(loadConfig({ ...whole, WATTDECK_OIDC_DOMAINS: domains }).oidc?.domains).toEqual([
      { domain: 'corp.com', tenantId: 2 },
      { domain: 'other.org', tenantId: 10 },
      { domain: 'corp.com', tenantId: 10 },
    ]);
    for (const wrong of ['corp.com', 'corp=2', '@corp.com=2', 'corp.com=x'])
      expect(() => loadConfig({ ...whole, WATTDECK_OIDC_DOMAINS: wrong })).toThrow('corp.com=2');
    expect(() => loadConfig({ ...whole, WATTDECK_OIDC_ISSUER: 'http://id.example.cn' })).toThrow('https://');
  });

  it('are read from the environment', () => {
    const config = loadConfig({
      WATTDECK_PORT: '0',
      WATTDECK_HOST: '0.0.0.0',
      WATTDECK_DEMO: '0',
      WATTDECK_DATA_DIR: '/var/x',
      DATABASE_URL: 'postgresql://u:p@db/x',
      MQTT_URL: 'mqtts://broker:8883',
    });
    expect(config).toMatchObject({ port: 0, host: '0.0.0.0', demo: null, dataDir: '/var/x' });
    expect(config).toMatchObject({ databaseUrl: 'postgresql://u:p@db/x', mqttUrl: 'mqtts://broker:8883' });
  });

  it('divide roles among processes with a shared database', () => {
    const shared = { DATABASE_URL: 'postgres://u@db/x' };
    expect(loadConfig({ ...shared, WATTDECK_ROLES: 'jobs, ingest' }).roles).toEqual(
      new Set(['jobs', 'ingest']),
    );
    expect(() => loadConfig({ WATTDECK_ROLES: 'api' })).toThrow('WATTDECK_ROLES needs DATABASE_URL');
    expect(loadConfig({ WATTDECK_ROLES: 'api,jobs,ingest' }).roles.size).toBe(3);
    expect(() => loadConfig({ ...shared, WATTDECK_ROLES: 'web' })).toThrow('not "web"');
  });

  it.each([
    [{ WATTDECK_PORT: '65536' }, 'WATTDECK_PORT must be a port from 0 to 65535, not "65536"'],
    [{ WATTDECK_MQTT_PORT: '-1' }, 'WATTDECK_MQTT_PORT must be a port from 0 to 65535, not "-1"'],
    [{ WATTDECK_HOST: 'a b' }, 'WATTDECK_HOST must be a host name or an IP address, not "a b"'],
    [{ WATTDECK_DEMO: 'true' }, 'WATTDECK_DEMO must be 1, zh, en or 0, not "true"'],
    [{ WATTDECK_ADMIN_PASSWORD: 'shorter' }, 'WATTDECK_ADMIN_PASSWORD must have at least 8 characters'],
    [{ WATTDECK_ADMIN_PASSWORD: 'my-Admin-1' }, 'WATTDECK_ADMIN_PASSWORD must not contain "admin"'],
    [
      { WATTDECK_ADMIN_PASSWORD: 'Password1' },
      'WATTDECK_ADMIN_PASSWORD is among the first passwords to be guessed',
    ],
    [
      { DATABASE_URL: 'mysql://localhost/x' },
      'DATABASE_URL must begin with postgres:// or postgresql://, not mysql://',
    ],
    [
      { MQTT_URL: 'broker' },
      'MQTT_URL is not an address; write mqtt://host or mqtts://host or ws://host or wss://host',
    ],
    [
      { WATTDECK_TRUSTED_PROXIES: '10.0.0.1, proxy.local' },
      'WATTDECK_TRUSTED_PROXIES must name addresses or networks such as 127.0.0.1,10.1.0.0/16',
    ],
    [
      { WATTDECK_METRICS_TOKEN: 'short' },
      'WATTDECK_METRICS_TOKEN must have at least 16 signs, without spaces',
    ],
    [{ WATTDECK_TLS_CERT: 'a.pem' }, 'WATTDECK_TLS_CERT and WATTDECK_TLS_KEY need each other'],
    [{ WATTDECK_EMBED_ORIGINS: '*' }, 'WATTDECK_EMBED_ORIGINS must name addresses such as https://host:port'],
    [{ WATTDECK_LOG: 'loud' }, 'WATTDECK_LOG must be one of silent, error, warn, info, debug, not "loud"'],
    [
      { MQTT_URL: 'http://x' },
      'MQTT_URL must begin with mqtt:// or mqtts:// or ws:// or wss://, not http://',
    ],
    [{ WATTDECK_MAP_TILES: 'https://maps.example/{z}/{x}.png' }, 'WATTDECK_MAP_TILES must contain {y}'],
    [
      { WATTDECK_MAP_TILES: 'https://{s}.example/{z}/{x}/{y}.png' },
      'WATTDECK_MAP_TILES must name addresses such as https://host:port',
    ],
    [
      { WATTDECK_MEDIA_ORIGINS: 'https://cams.example, *' },
      'WATTDECK_MEDIA_ORIGINS must name addresses such as https://host:port',
    ],
  ])('%j is refused with a sentence that names it', (env, message) => {
    expect(() => loadConfig(env)).toThrow(new StartError(message));
  });

  it('never repeat an address in a message, because it may contain a password', () => {
    expect(() => loadConfig({ DATABASE_URL: 'secret@nonsense' })).toThrow(/^(?!.*secret)/);
  });
});

it('need all TLS values together', () => {
  const read = (env: Record<string, string>) => () => loadConfig(env);
  expect(read({ WATTDECK_TLS_CERT: 'a.pem' })).toThrow(/need each other/);
  expect(read({ WATTDECK_MQTTS_PORT: '8883' })).toThrow(/needs WATTDECK_TLS_CERT and WATTDECK_TLS_KEY/);
  const both = { WATTDECK_TLS_CERT: '/a.pem', WATTDECK_TLS_KEY: '/b.pem' };
  expect(loadConfig(both)).toMatchObject({ tls: { cert: '/a.pem', key: '/b.pem' }, mqttsPort: null });
  expect(loadConfig({ ...both, WATTDECK_MQTTS_PORT: '8883' }).mqttsPort).toBe(8883);
});
