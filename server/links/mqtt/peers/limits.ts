/** The limits of the MQTT listener and of our client of other brokers, in one place. Sizes are bytes. */

// All connections together.
export const MAX_CONNECTIONS = 20_000;
/** Messages that are read and wait to be stored. */
export const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;
/** Large sign-ins that may be read at a time, before their sender is known. */
export const MAX_SIGN_IN_BYTES = 16 * 1024 * 1024;

// Each connection.
/** Messages that are in work at a time; more are not read. */
export const RECEIVE_MAXIMUM = 100;
export const MAX_PACKET = 1024 * 1024;
/** Bytes that are read ahead of a sender while its messages wait for room; larger messages ask for room. */
export const READ_AHEAD = 16 * 1024;
/** A client that leaves more of our answers unread is not read either. */
export const MAX_UNREAD_BYTES = 64 * 1024;
/** Topic filters of subscriptions; there are several spellings of each topic. */
export const MAX_FILTERS = 100;
/** Numbers that a sender of MQTT 5 gives its topics. */
export const MAX_ALIASES = 16;
/** A longer topic is none of ours, and not worth remembering. */
export const MAX_ALIASED_TOPIC = 256;

// Its sign-in.
/** A sign-in is never longer. */
export const MAX_CONNECT = 64 * 1024;
export const MAX_CLIENT_ID = 256;
export const MAX_TOKEN = 64;
/** A request for a token. */
export const MAX_PROVISION = 4 * 1024;
/** A client that asks for a token more often over one connection guesses. */
export const MAX_PROVISION_REQUESTS = 3;

// Messages to a device.
/** More at a time would only fill the memory of small devices. */
export const MAX_IN_FLIGHT = 20;
export const MAX_QUEUED = 100;

// A gateway.
export const MAX_DEVICES_BEHIND = 1_000;
export const MAX_DEVICE_NAME = 128;

// Our client of another broker: messages that it has taken and not yet acknowledged.
export const MAX_UNACKNOWLEDGED = 1_000;
export const MAX_UNACKNOWLEDGED_BYTES = 16 * 1024 * 1024;
