import { errors, jwtVerify, SignJWT } from 'jose';

/** The EMS token is for `/ems/api`, the main token for all other calls (V105, V108). */
export type Audience = 'main' | 'ems';

/** Purpose for which a key is derived from the installation's key. */
export const TOKEN_PURPOSE = 'access tokens';
/** Default validity of a token in seconds. A token never outlives its session. */
export const TOKEN_SECONDS = 3600;
export const EMS_PREFIX = '/ems/api';

export interface Claims {
  userId: number;
  tenantId: number;
  sessionId: string;
}

export interface AccessToken {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expire_at_millisec: number;
}

export type Verified = { claims: Claims | null } | 'expired' | 'invalid';

export function audienceOf(path: string): Audience {
  return path === EMS_PREFIX || path.startsWith(`${EMS_PREFIX}/`) ? 'ems' : 'main';
}

/** Creates a token of a session. Without claims the token is anonymous, and only allows public operations. */
export async function signToken(
  secret: Uint8Array,
  audience: Audience,
  claims: Claims | null,
  seconds: number,
  now = Date.now(),
): Promise<AccessToken> {
  const issued = Math.floor(now / 1000);
  const life = Math.max(1, Math.floor(seconds));
  const payload = claims ? { tid: claims.tenantId, sid: claims.sessionId } : {};
  const jwt = new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + life);
  if (claims) jwt.setSubject(String(claims.userId));
  return {
    access_token: await jwt.sign(secret),
    token_type: 'bearer',
    expires_in: life,
    expire_at_millisec: (issued + life) * 1000,
  };
}

export async function verifyToken(secret: Uint8Array, audience: Audience, token: string): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      audience,
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
    });
    const { sub, tid, sid } = payload;
    if (sub === undefined && tid === undefined && sid === undefined) return { claims: null };
    if (typeof sub !== 'string' || typeof tid !== 'number' || typeof sid !== 'string') return 'invalid';
    return { claims: { userId: Number(sub), tenantId: tid, sessionId: sid } };
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
  }
}

/** Returns the bearer token from an Authorization header. Null if there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null;
}
