/** The identity provider of the company, as the operator of the server sets it; types only. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button of the login page. */
  name: string;
  /** The address at which browsers reach us: the provider sends them back there. Never taken from a request. */
  publicUrl: string;
  /** Tenants whose administrators may write sign-in addresses of a domain; a domain may be several tenants'. */
  domains: readonly { domain: string; tenantId: number }[];
}
