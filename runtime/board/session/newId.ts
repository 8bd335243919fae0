const ID_LENGTH = 12;

// `randomUUID` does not exist over plain HTTP.
const randomText = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_LENGTH)), (byte) => (byte % 36).toString(36)).join('');

/** Returns the id of a new part of a board. */
export const newId = (kind = 'w') => `${kind}-${randomText()}`;
