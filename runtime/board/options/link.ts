/** The option `link`: the target of a widget's title. */
export interface LinkOption {
  to?: string;
  page?: string;
  /** The id of a board. */
  board?: number;
  station?: string;
}

/** Returns the address of the board, of another station or with another arrangement. */
function boardAddress({ to, board, station }: LinkOption): string | null {
  if (to === 'board' ? board === undefined : !station) return null;
  return `?${new URLSearchParams({
    ...(station ? { station } : {}),
    ...(to === 'board' ? { board: String(board) } : {}),
  })}`;
}

/** Returns the address inside the platform. Null if it is not a path of the platform, which is never followed. */
export function linkAddress(link: LinkOption | undefined): string | null {
  switch (link?.to) {
    case 'page':
      return link.page && /^\/(?!\/)[^\\\s]*$/.test(link.page) ? link.page : null;
    case 'station':
    case 'board':
      return boardAddress(link);
    default:
      return null;
  }
}
