/** Where whoever has the token of a link opens its board, without signing in. Pure. */
const PREFIX = '/shared/board/';

export const sharedBoardPath = (token: string): string => PREFIX + token;

export const isSharedBoard = (path: string): boolean => path.startsWith(PREFIX);
