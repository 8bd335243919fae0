/** The settings of the company's identity provider. Types only. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Text on the button of the login page. */
  name: string;
  /** The address of the server for browsers, to which the provider redirects. It is never taken from a request. */
  publicUrl: string;
  /** Tenants whose administrators may enter sign-in addresses of a domain. A domain may belong to several tenants. */
  domains: readonly { domain: string; tenantId: number }[];
}
