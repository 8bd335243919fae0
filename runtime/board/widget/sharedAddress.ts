/** The address of a shared board, which opens by the token of its link without sign-in. Pure. */
const PREFIX = '/shared/board/';

export const sharedBoardPath = (token: string): string => PREFIX + token;

export const isSharedBoard = (path: string): boolean => path.startsWith(PREFIX);
