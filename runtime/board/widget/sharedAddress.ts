/** The address of a board for every user with the link's token, without signing in. Pure. */
const PREFIX = '/shared/board/';

export const sharedBoardPath = (token: string): string => PREFIX + token;

export const isSharedBoard = (path: string): boolean => path.startsWith(PREFIX);
