/** The option `link`: the target of a widget's title. */
export interface LinkOption {
  to?: string;
  page?: string;
  /** The id of a board. */
  board?: number;
  station?: string;
}

/** Returns the address of a board, which may belong to another station. Null if the option names neither. */
function boardAddress({ to, board, station }: LinkOption): string | null {
  if (to === 'board' ? board === undefined : !station) return null;
  return `?${new URLSearchParams({
    ...(station ? { station } : {}),
    ...(to === 'board' ? { board: String(board) } : {}),
  })}`;
}

/** Returns an address inside the platform. Null for any other address, which is never opened. */
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
