/** Whoever has the token of a link opens its board at this address, without signing in. Pure. */
const PREFIX = '/shared/board/';

export const sharedBoardPath = (token: string): string => PREFIX + token;

export const isSharedBoard = (path: string): boolean => path.startsWith(PREFIX);
