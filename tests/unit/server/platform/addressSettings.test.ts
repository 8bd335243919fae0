import { describe, expect, it } from 'vitest';
import { hostUrls } from '../../../../server/platform/addressSettings.ts';
import { loadConfig } from '../../../../server/platform/config.ts';

describe('an address of several hosts', () => {
  it('is split into an address for each', () => {
    expect(
      hostUrls('postgres://u:p%40@one:5433,two/db?sslmode=require&target_session_attrs=read-write'),
    ).toEqual(['postgres://u:p%40@one:5433/db?sslmode=require', 'postgres://u:p%40@two/db?sslmode=require']);
    expect(hostUrls('postgres://one,two/db?target_session_attrs=read-write')).toEqual([
      'postgres://one/db',
      'postgres://two/db',
    ]);
  });

  it('of one host is unchanged', () => {
    const url = 'postgres://u@one/db?options=-c%20a=1,2';
    expect(hostUrls(url)).toEqual([url]);
  });

  it('is a setting, for hosts that accept writes only', () => {
    const load = (DATABASE_URL: string) => loadConfig({ DATABASE_URL }).databaseUrl;
    expect(load('postgres://one,two/db')).toBe('postgres://one,two/db');
    expect(() => load('postgres://one,two/db?target_session_attrs=standby')).toThrow(
      'target_session_attrs=read-write',
    );
    expect(() => load('mysql://one,two/db')).toThrow('must begin with postgres://');
    expect(() => loadConfig({ WATTDECK_REPLICA_URL: 'postgres://two/db' })).toThrow('needs DATABASE_URL');
  });
});
