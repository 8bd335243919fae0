import { scryptSync } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../generated/calls.ts';
import { countZeroBits, PROOF_BYTES, type ProofTask } from '../../../runtime/core/access/proof.ts';
import { ask, bearer } from '../../support/calls/ask.ts';
import { createClient } from '../../support/calls/client.ts';
import { serverSecret, signTokenFor } from '../../support/calls/inside.ts';
import {
  addSecondFactor,
  auditOf,
  blockAccount,
  easeCaptchas,
  expireCaptchas,
  expireSessions,
  forgetAttempts,
  runSql,
  sessionOf,
  setMember,
} from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

type Captcha = Pick<Input<'pclogin'>['body'], 'captchaId' | 'captcha'>;

/** The smallest memory parameter (N) of the hash. */
const EASY = 2;

let server: TestServer;
let tenantId: number;
const person = (role: string | null = null) => makePerson(server, [tenantId], { role });
const signIn = (username: string) => login(server, username, PASSWORD);

/** Tries to sign in from a browser without a session. */
const attempt = (username: string, password: string, captcha: Captcha = {}) =>
  ask(createClient(server.url), 'pclogin', { body: { username, password, ...captcha } });

/** Clears all counted attempts, because every test here has the same address. */
const forget = () => forgetAttempts(server);

beforeAll(async () => {
  server = await startServer();
  tenantId = await makeTenant(server);
});
afterAll(() => server?.stop());

describe('the main token', () => {
  const query = { grant_type: 'client_credentials' };
  const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` });

  it('needs the basic credentials of the client', async () => {
    const client = createClient(server.url);
    expect(await ask(client, 'oauthToken', { query })).toMatchObject({ status: 401, code: 40110 });
    expect((await ask(client, 'oauthToken', { query, headers: basic('web:wrong') })).status).toBe(401);
  });

  it('without a session is anonymous and opens only what is public', async () => {
    const client = createClient(server.url);
    const requestedAt = Date.now();
    const { data } = await ask(client, 'oauthToken', { query, headers: basic('web:web') });
    expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.expire_at_millisec).toBeGreaterThan(requestedAt + 3_500_000);
    const headers = bearer(data.access_token);
    expect((await ask(client, 'captcha', { headers })).status).toBe(200);
    expect(await ask(client, 'getPrincipal', { headers })).toMatchObject({ status: 401, code: 40101 });
  });

  it('with the session cookie is the signed-in user', async () => {
    const { username } = await person();
    const client = await signIn(username);
    expect(await client.call('getPrincipal')).toMatchObject({ username, tenantId });
  });

  it('is refused when it is forged or changed, and the cookie alone is no token', async () => {
    const { username } = await person();
    const client = await signIn(username);
    const token = client.tokens().main!;
    const status = async (value: string | null) =>
      (await ask(client, 'getPrincipal', { headers: bearer(value) })).status;
    const [head, payload, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { exp: number };
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9999 })).toString('base64url');
    expect(await status(token)).toBe(200);
    expect(await status(null)).toBe(401);
    expect(await status(`${token}x`)).toBe(401);
    expect(await status(`${head}.${longer}.${signature}`)).toBe(401);
  });

  it('is refused when it is expired', async () => {
    const { username, userId } = await person();
    const client = await signIn(username);
    const sessionId = await sessionOf(server, userId);
    const status = async (issued: number) => {
      const token = await signTokenFor(server, { userId, tenantId, sessionId }, 60, issued);
      return (await ask(client, 'getPrincipal', { headers: bearer(token) })).status;
    };
    expect(await status(Date.now())).toBe(200);
    expect(await status(Date.now() - 61_000)).toBe(401);
  });

  it('is signed with a key file that only its owner can read, and that is not in the database', async () => {
    const { mode } = await stat(join(server.config.dataDir, 'key'));
    expect(mode & 0o777).toBe(0o600);
    await expect(runSql(server, 'select * from secret')).rejects.toThrow('does not exist');
    // The secret is the same after every start, and different in another data folder.
    const again = await serverSecret(server);
    expect(again).toEqual(await serverSecret(server));
    expect(again).not.toEqual(await serverSecret(server, 'something else'));
  });

  it('dies with its session', async () => {
    const { username, userId } = await person();
    const client = await signIn(username);
    await expireSessions(server, userId);
    expect((await ask(client, 'getPrincipal')).status).toBe(401);
    const renewed = await ask(client, 'oauthToken', { query, headers: basic('web:web') });
    expect(renewed.headers.getSetCookie()[0]).toMatch(/^EMS-session=; Max-Age=0;/);
    expect((await ask(client, 'getPrincipal', { headers: bearer(renewed.data.access_token) })).status).toBe(
      401,
    );
  });
});

describe('the EMS token', () => {
  it('opens /ems/api only, and the main token opens everything else', async () => {
    const { username } = await makePerson(server, [tenantId], { permissions: ['station:list'] });
    const client = await signIn(username);
    const { main, ems } = client.tokens();
    expect((await ask(client, 'stationPage', { headers: bearer(ems) })).status).toBe(200);
    expect((await ask(client, 'stationPage', { headers: bearer(main) })).status).toBe(401);
    expect((await ask(client, 'getPrincipal', { headers: bearer(ems) })).status).toBe(401);
  });

  it('is not issued without signing in', async () => {
    expect((await ask(createClient(server.url), 'emsToken')).status).toBe(401);
  });
});

describe('signing in', () => {
  it('returns the user and sets a cookie that scripts and other sites cannot use', async () => {
    const { username, userId } = await person();
    const answer = await attempt(username.toUpperCase(), PASSWORD);
    expect(answer).toMatchObject({
      status: 200,
      code: 0,
      data: { userId, username, firstTenantId: tenantId },
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^EMS-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(JSON.stringify(answer.data)).not.toMatch(/argon|hash/i);
  });

  it('refuses a wrong password, an unknown name and a deactivated account with the same words', async () => {
    const [known, gone] = [await person(), await person()];
    await blockAccount(server, gone.userId);
    const answers = [
      await attempt(known.username, 'wrong'),
      await attempt('nobody-of-that-name', PASSWORD),
      await attempt(gone.username, PASSWORD),
    ].map(({ headers: _, ...answer }) => answer);
    expect(answers[0]).toMatchObject({
      status: 400,
      code: 40010,
      msg: 'The user name or the password is wrong',
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await forget();
  });

  it('ends the session that the browser had before', async () => {
    const { username } = await person();
    const client = await signIn(username);
    const before = client.tokens().main;
    await client.signIn(username, PASSWORD);
    expect((await ask(client, 'getPrincipal', { headers: bearer(before) })).status).toBe(401);
    expect((await ask(client, 'getPrincipal')).status).toBe(200);
  });

  it('is written to the audit log, refused attempts too', async () => {
    const { username, userId } = await person();
    await attempt(username, 'wrong');
    const client = await signIn(username);
    await client.call('logout');
    const rows = await auditOf(server, 'userAccount', userId);
    expect(rows.map(({ action }) => action)).toEqual(['loginFailed', 'login', 'logout']);
  });

  it('does not reveal a correct password of a deactivated user or a user without a tenant', async () => {
    const [left, none] = [await person(), await makePerson(server, [])];
    await setMember(server, left.userId, { status: 'inactive' });
    await addSecondFactor(server, left.userId, 'JBSWY3DPEHPK3PXP');
    for (const { username } of [left, none]) {
      const { headers: _, ...wrong } = await attempt(username, 'wrong');
      const { headers: __, ...right } = await attempt(username, PASSWORD);
      expect(right).toEqual(wrong);
      expect(right).toMatchObject({ status: 400, code: 40010 });
    }
    await forget();
  });
});

describe('guessing', () => {
  /** Returns a proof-of-work task. `easy` makes each attempt almost free, but the required bits stay. */
  const task = async (username?: string, { easy = true } = {}): Promise<ProofTask> => {
    const drawn = await createClient(server.url).call('captcha', { query: { username } });
    if (!easy) return drawn;
    await easeCaptchas(server, { id: drawn.captchaId, cost: EASY });
    return { ...drawn, cost: EASY };
  };
  /** Finds the first right answer, or a certainly wrong one. An arbitrary text could be right by chance. */
  const prove = ({ captchaId, cost, bits }: ProofTask, isRight = true): Captcha => {
    const does = (answer: number) =>
      countZeroBits(scryptSync(String(answer), captchaId, PROOF_BYTES, { N: cost, r: 8, p: 1 })) >= bits;
    let answer = 0;
    while (does(answer) !== isRight) answer += 1;
    return { captchaId, captcha: String(answer) };
  };
  const proof = async (username: string): Promise<Captcha> => prove(await task(username));

  it('requires a proof of work after three failures, and accepts each proof once', async () => {
    const { username } = await person();
    for (const captchaRequired of [false, false, true]) {
      expect(await attempt(username, 'wrong')).toMatchObject({ code: 40010, data: { captchaRequired } });
    }
    expect(await attempt(username, PASSWORD)).toMatchObject({ status: 400, code: 40011 });
    const refused = await attempt(username, PASSWORD, prove(await task(username), false));
    expect(refused).toMatchObject({ status: 400, code: 40012, data: { captchaRequired: true } });
    const used = await proof(username);
    expect((await attempt(username, 'wrong', used)).code).toBe(40010);
    expect((await attempt(username, PASSWORD, used)).code).toBe(40012);
    expect((await attempt(username, PASSWORD, await proof(username))).status).toBe(200);
    expect((await attempt(username, 'wrong')).data).toEqual({ captchaRequired: false });
    await forget();
  });

  it('is slowed down by a task that costs computing time, not by a picture that a program could read', async () => {
    const { username } = await person();
    for (let round = 0; round < 3; round += 1) await attempt(username, 'wrong');
    const drawn = await task(username, { easy: false });
    expect(Object.keys(drawn).sort()).toEqual(['bits', 'captchaId', 'cost']);
    expect(drawn.cost * 2 ** drawn.bits).toBeGreaterThanOrEqual(2048 * 2 ** 6);
    expect((await attempt(username, PASSWORD, prove(drawn))).status).toBe(200);
    await forget();
  });

  it('costs more after every failure, and does not accept a proof for another account', async () => {
    const { username } = await person();
    const bits: number[] = [];
    for (let round = 0; round < 3; round += 1) await attempt(username, 'wrong');
    for (let round = 0; round < 6; round += 1) {
      bits.push((await task(username)).bits);
      expect((await attempt(username, 'wrong', await proof(username))).code).toBe(40010);
    }
    expect(bits).toEqual([...bits].sort((a, b) => a - b));
    expect(bits.at(-1)).toBeGreaterThan(bits[0]! + 1);
    const other = await person();
    for (const cheap of [await proof(other.username), prove(await task())])
      expect((await attempt(username, PASSWORD, cheap)).code).toBe(40012);
    await forget();
  });

  it('for one account does not require a captcha of other users', async () => {
    const [guessed, other] = [await person(), await person()];
    for (let round = 0; round < 4; round += 1) await attempt(guessed.username, 'wrong');
    expect((await attempt(other.username, PASSWORD)).status).toBe(200);
    await forget();
  });

  it('does not accept an expired captcha', async () => {
    const { username } = await person();
    for (let round = 0; round < 3; round += 1) await attempt(username, 'wrong');
    const captcha = await proof(username);
    await expireCaptchas(server);
    expect((await attempt(username, PASSWORD, captcha)).code).toBe(40012);
    await forget();
  });

  it('is blocked for a while after ten attempts, even if all arrive in parallel', async () => {
    const { username } = await person();
    // Thirteen machines, each with an answer to the most difficult task.
    const captchas = await Promise.all(Array.from({ length: 13 }, () => task(username)));
    await easeCaptchas(server, { bits: 9 });
    const proofs = captchas.map((drawn) => prove({ ...drawn, bits: 9 }));
    const answers = await Promise.all(proofs.map((given) => attempt(username, 'wrong', given)));
    const blocked = answers.filter(({ status }) => status === 429);
    expect(blocked).toHaveLength(3);
    expect(Number(blocked[0]!.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await attempt(username, PASSWORD, await proof(username))).status).toBe(429);
    await forget();
  });
});

describe('logging out', () => {
  it('ends the session, its main token, its EMS token and its cookie at once', async () => {
    const { username } = await makePerson(server, [tenantId], { permissions: ['station:list'] });
    const client = await signIn(username);
    const cookie = client.cookies();
    const answer = await ask(client, 'logout');
    expect(answer.headers.getSetCookie()[0]).toMatch(/^EMS-session=; Max-Age=0;/);
    expect((await ask(client, 'getPrincipal')).status).toBe(401);
    expect((await ask(client, 'stationPage')).status).toBe(401);
    const thief = createClient(server.url);
    const headers = { cookie, authorization: `Basic ${btoa('web:web')}` };
    const token = await ask(thief, 'oauthToken', { query: { grant_type: 'client_credentials' }, headers });
    const stolen = { headers: bearer(token.data.access_token) };
    expect((await ask(thief, 'getPrincipal', stolen)).status).toBe(401);
  });
});
