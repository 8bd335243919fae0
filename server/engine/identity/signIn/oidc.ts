/** Signs users in by the company's identity provider (OpenID Connect: authorization code with PKCE). */
import { timingSafeEqual } from 'node:crypto';
import * as client from 'openid-client';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { OidcConfig } from '../../../platform/oidcConfig.ts';
import { audit } from './signInAudit.ts';

export const OIDC_CALLBACK = '/auth/oidc/callback';
const SCOPE = 'openid profile email';

/** The state of a sign-in while the user is at the provider. It is in a cookie that no script can read. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  verifier: string;
  /** The address that the user wanted to open. */
  from: string;
}

/** The data of the provider about the user who signed in. */
export interface OidcPerson {
  issuer: string;
  subject: string;
  /** Only an address that the provider has verified. */
  email: string | null;
}

export interface Oidc {
  name: string;
  begin(from: string): Promise<{ attempt: OidcAttempt; url: string }>;
  finish(attempt: OidcAttempt, query: string): Promise<OidcPerson>;
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export function createOidc({ issuer, clientId, clientSecret, name, publicUrl }: OidcConfig): Oidc {
  const redirect = new URL(OIDC_CALLBACK, publicUrl).href;
  let configuration: Promise<client.Configuration> | null = null;
  /** Requested at the first sign-in, so that the start does not wait for an external server. */
  const provider = async (): Promise<client.Configuration> => {
    // Without TLS only if no other machine can listen: config.ts allows http for this machine only.
    const options = issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {};
    configuration ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    try {
      return await configuration;
    } catch {
      configuration = null;
      throw new AppError('oidc.unreachable');
    }
  };
  return {
    name,
    async begin(from) {
      const config = await provider();
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        from,
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { attempt, url: url.href };
    },
    async finish(attempt, query) {
      const answer = new URL(`${redirect}?${query}`);
      if (!same(answer.searchParams.get('state') ?? '', attempt.state)) throw new AppError('http.forbidden');
      const tokens = await client.authorizationCodeGrant(await provider(), answer, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new AppError('http.forbidden');
      const { iss, sub, email, email_verified: verified } = claims;
      return {
        issuer: iss,
        subject: sub,
        email: verified === true && typeof email === 'string' ? email : null,
      };
    },
  };
}

/**
 * Replaces the mapping of domains to tenants by the setting. Administrators of these tenants may enter addresses of
 * their domains.
 */
export async function enterDomains(trx: Trx, domains: OidcConfig['domains']): Promise<void> {
  await trx.deleteFrom('signInDomain').execute();
  if (domains.length > 0)
    await trx
      .insertInto('signInDomain')
      .values([...domains])
      .execute();
}

/**
 * Finds the account of a user of the provider. It is the linked one, else the only active account with the verified
 * address that its administrators entered. Null if an administrator must create the account first, or enter its address
 * again because another user of the provider has it now.
 */
export async function oidcAccount(trx: Trx, person: OidcPerson): Promise<number | null> {
  const linked = await trx
    .selectFrom('oidcIdentity as o')
    .innerJoin('userAccount as u', 'u.id', 'o.userId')
    .select(['u.id', 'u.active'])
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst();
  if (linked) return linked.active ? linked.id : null;
  if (person.email === null) return null;
  const matching = await trx
    .selectFrom('user as p')
    .innerJoin('userAccount as u', 'u.id', 'p.id')
    .select(['u.id', 'u.defaultTenantId'])
    .distinct()
    .where((eb) => eb(eb.fn<string>('lower', ['p.signInEmail']), '=', person.email?.toLowerCase() ?? ''))
    .where((eb) => eb.fn<boolean>('sign_in_domain_allows', ['p.signInEmail', 'p.tenantId']))
    .where('u.active', '=', true)
    .where('p.status', '=', 'active')
    .limit(2)
    .execute();
  const [only] = matching;
  if (!only || matching.length > 1) return null;
  const { issuer, subject } = person;
  if (await isLinked(trx, issuer, only.id)) return null;
  await trx.insertInto('oidcIdentity').values({ issuer, subject, userId: only.id }).execute();
  await audit(trx, {
    tenantId: only.defaultTenantId ?? 0,
    userId: only.id,
    action: 'oidcLinked',
    diff: { issuer: [null, issuer] },
  });
  return only.id;
}

/** A mailbox may be given to a new user, who must not get the account with it. */
async function isLinked(trx: Trx, issuer: string, userId: number): Promise<boolean> {
  const link = await trx
    .selectFrom('oidcIdentity')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return link !== undefined;
}
