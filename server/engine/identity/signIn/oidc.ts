/** Signs users in by the company's identity provider (OpenID Connect: authorization code with PKCE). */
import { timingSafeEqual } from 'node:crypto';
import * as client from 'openid-client';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { OidcConfig } from '../../../platform/oidcConfig.ts';
import { audit } from './signInAudit.ts';

export const OIDC_CALLBACK = '/auth/oidc/callback';
const SCOPE = 'openid profile email';

/** The state of a sign-in at the provider. It is stored in a cookie that scripts cannot read. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  verifier: string;
  /** The address to open after the sign-in. */
  from: string;
}

/** The provider's data about the signed-in user. */
export interface OidcPerson {
  issuer: string;
  subject: string;
  /** Null unless the provider has verified the address. */
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
  /**
   * Reads the configuration of the identity provider at the first sign-in, so that the start does not depend
   * on an external server.
   */
  const provider = async (): Promise<client.Configuration> => {
    // Allows HTTP without TLS only for an issuer on this machine. `config.ts` refuses other http addresses.
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
 * Replaces the domains of tenants by those of the setting. Administrators of a tenant may enter sign-in addresses of
 * its domains.
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
 * Finds the account of a user of the provider. This is the linked account, else the only active account with the
 * verified address. Null if an administrator must create the account. Also null if an administrator must confirm the
 * address, because another user of the provider has it now.
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

/**
 * Returns whether a user already has an identity of this issuer. A mail address may be reassigned to a new
 * user, who must not gain access to the old account.
 */
async function isLinked(trx: Trx, issuer: string, userId: number): Promise<boolean> {
  const link = await trx
    .selectFrom('oidcIdentity')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return link !== undefined;
}
