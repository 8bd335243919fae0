/** Where whoever has the token of a link opens its board, without signing in. Pure. */
const PREFIX = '/shared/board/';

export const sharedBoard_path = (token: string): string => PREFIX + token;

export const is_sharedBoard = (path: string): boolean => path.startsWith(PREFIX);
