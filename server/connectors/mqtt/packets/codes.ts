/** Reason codes of MQTT 5 that the listener sends, with their equivalents in 3.1.1. */
export const CODE = {
  success: 0x00,
  malformed: 0x81,
  protocolError: 0x82,
  /** A failure of the server. The same message may succeed later, so the sender should repeat it. */
  failed: 0x83,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  shuttingDown: 0x8b,
  keepAlive: 0x8d,
  takenOver: 0x8e,
  receiveMaximum: 0x93,
  topicAlias: 0x94,
  tooLarge: 0x95,
  quota: 0x97,
  payload: 0x99,
} as const;

export type Code = (typeof CODE)[keyof typeof CODE];

/** Returns the CONNACK code for 3.1 and 3.1.1. It is "bad user name or password" or "server unavailable". */
export const returnCode = (code: Code): number => (code === CODE.badCredentials ? 4 : 3);

/** An error that ends the connection. `code` is sent to the client. */
export class MqttError extends Error {
  override name = 'MqttError';
  readonly code: Code;
  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
