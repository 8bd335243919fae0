/** The option `link`: where the title of a widget leads. */
export interface LinkOption {
  to?: string;
  page?: string;
  /** The id of a board. */
  board?: number;
  station?: string;
}

/** The board itself, of another station or with another arrangement. */
function boardAddress({ to, board, station }: LinkOption): string | null {
  if (to === 'board' ? board === undefined : !station) return null;
  return `?${new URLSearchParams({
    ...(station ? { station } : {}),
    ...(to === 'board' ? { board: String(board) } : {}),
  })}`;
}

/** The address inside the platform, or null: what is no path of ours is never followed. */
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
