/** The limits of the MQTT listener, and of the client of an existing broker. Sizes are in bytes. */

// Limits of all connections together.
export const MAX_CONNECTIONS = 20_000;
/** Messages in memory that are not stored yet. */
export const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;
/** Large sign-in packets in memory, whose senders are not known yet. */
export const MAX_SIGN_IN_BYTES = 16 * 1024 * 1024;

// Limits of each connection.
/** Maximum number of messages processed at a time. At this number reading stops. */
export const RECEIVE_MAXIMUM = 100;
export const MAX_PACKET = 1024 * 1024;
/** Bytes that are read in advance from a sender while its messages wait for room. Larger messages reserve room. */
export const READ_AHEAD = 16 * 1024;
/** Maximum size of answers that a client has not read. Above it the server reads nothing from the client. */
export const MAX_UNREAD_BYTES = 64 * 1024;
/** Maximum number of topic filters in subscriptions. Each topic has several spellings. */
export const MAX_FILTERS = 100;
/** Maximum number of topic aliases of an MQTT 5 sender. */
export const MAX_ALIASES = 16;
/** A longer topic is never a known one, so its alias is not stored. */
export const MAX_ALIASED_TOPIC = 256;

// Limits of a sign-in.
/** Maximum size of a sign-in packet. */
export const MAX_CONNECT = 64 * 1024;
export const MAX_CLIENT_ID = 256;
export const MAX_TOKEN = 64;
/** Maximum size of a request for a token. */
export const MAX_PROVISION = 4 * 1024;
/** Maximum number of token requests over one connection. More requests indicate guessing. */
export const MAX_PROVISION_REQUESTS = 3;

// Limits of the messages to a device.
/** More messages at a time would only fill the memory of small devices. */
export const MAX_IN_FLIGHT = 20;
export const MAX_QUEUED = 100;

// Limits of a gateway.
export const MAX_DEVICES_BEHIND = 1_000;
export const MAX_DEVICE_NAME = 128;

// Maximum number of received and unacknowledged messages of the client of a broker.
export const MAX_UNACKNOWLEDGED = 1_000;
export const MAX_UNACKNOWLEDGED_BYTES = 16 * 1024 * 1024;
