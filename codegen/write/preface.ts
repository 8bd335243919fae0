/** The introduction of the description: the address of the calls, and how a program signs in. */
const DESCRIPTION = `Calls of the platform, as it serves them now. Answers carry \`{code, msg, data}\`; code 0 means success.
A refusal has a true HTTP status, a code of its own, and \`errors\` with the fields that are meant. A field that a role
hides from the caller is missing or null, whatever its type says.

**A program signs in with an API key.** A person makes one under "Sign-in and keys" of their profile (the call
\`apiKeyCreate\`); it acts for that person within the scopes that were chosen, until it expires or is revoked. Send it
with every call: \`Authorization: Bearer wdk_…\`. It opens every address, those below /ems/api too.

**A browser** has a session: \`pclogin\` sets its cookie, \`oauthToken\` (with the basic credentials of the public client,
\`web:web\`, and the cookie) answers the main token, \`emsToken\` exchanges that for the one of the calls below /ems/api.

**A device** needs neither: its token is part of the address, \`/api/v1/{token}/telemetry\`.`;

export const PREFACE = {
  openapi: '3.1.0' as const,
  info: { title: 'Wattdeck', version: '0.1.0', description: DESCRIPTION },
  servers: [{ url: '/', description: 'The server that this description comes from' }],
};

export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key (wdk_…), or an access token: the main one, for the calls below /ems/api the one that emsToken answers',
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description:
      'The public client of the browser, web:web: it says which program asks, and opens nothing by itself',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'EMS-session',
    description: 'The session that pclogin binds to a browser; only calls of the browser itself take it',
  },
};
