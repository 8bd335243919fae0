/** The limits of the MQTT listener and of the client of other brokers, in one place. Sizes are in bytes. */

// Limits of all connections together.
export const MAX_CONNECTIONS = 20_000;
/** Messages that are read and wait for storage. */
export const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;
/** Total of large sign-in packets that are read at a time, before their sender is known. */
export const MAX_SIGN_IN_BYTES = 16 * 1024 * 1024;

// Limits of each connection.
/** Maximum number of messages in work at a time. Reading stops there. */
export const RECEIVE_MAXIMUM = 100;
export const MAX_PACKET = 1024 * 1024;
/** Bytes that are read in advance from a sender while its messages wait for room. Larger messages reserve room. */
export const READ_AHEAD = 16 * 1024;
/** A client with more unread answers than this is not read either. */
export const MAX_UNREAD_BYTES = 64 * 1024;
/** Maximum number of topic filters of subscriptions. There are several spellings of each topic. */
export const MAX_FILTERS = 100;
/** Maximum number of topic aliases of an MQTT 5 sender. */
export const MAX_ALIASES = 16;
/** A longer topic is not known and need not be remembered. */
export const MAX_ALIASED_TOPIC = 256;

// Limits of a sign-in.
/** Maximum size of a sign-in packet. */
export const MAX_CONNECT = 64 * 1024;
export const MAX_CLIENT_ID = 256;
export const MAX_TOKEN = 64;
/** Maximum size of a request for a token. */
export const MAX_PROVISION = 4 * 1024;
/** A client with more requests for a token over one connection is guessing. */
export const MAX_PROVISION_REQUESTS = 3;

// Limits of the messages to a device.
/** More at a time would only fill the memory of small devices. */
export const MAX_IN_FLIGHT = 20;
export const MAX_QUEUED = 100;

// Limits of a gateway.
export const MAX_DEVICES_BEHIND = 1_000;
export const MAX_DEVICE_NAME = 128;

// For the client of another broker: messages received and not yet acknowledged.
export const MAX_UNACKNOWLEDGED = 1_000;
export const MAX_UNACKNOWLEDGED_BYTES = 16 * 1024 * 1024;
